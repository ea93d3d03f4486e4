#!/usr/bin/python3
"""The same ResNet 6n+2 in PyTorch, for bench/resnet.js to measure side by side.

Reads one JSON request a line: {"depth", "size", "classes", "batch", "layout", "threads", "steps"}, runs that
many training steps (forward, backward, SGD with momentum and weight decay) of the network in that
memory layout, and answers with {"seconds": [...]}, one number a step. Networks are kept between
requests, so that the two sides can take turns.
"""
import json
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

LAYOUTS = {"default": torch.contiguous_format, "channels_last": torch.channels_last}


class Block(nn.Module):
    def __init__(self, before, after, stride):
        super().__init__()
        self.stride, self.margin = stride, (after - before) // 2
        self.conv1 = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(after)
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(after)

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        if self.stride > 1:
            x = F.pad(x[:, :, ::2, ::2], (0, 0, 0, 0, self.margin, self.margin))
        return F.relu(y + x)


def resnet(depth, classes):
    layers = [nn.Conv2d(3, 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU()]
    before = 16
    for after in (16, 32, 64):
        for _ in range((depth - 2) // 6):
            layers.append(Block(before, after, 1 if after == before else 2))
            before = after
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, classes))


class Run:
    def __init__(self, depth, size, classes, batch, layout):
        torch.manual_seed(0)
        form = LAYOUTS[layout]
        self.network = resnet(depth, classes).to(memory_format=form).train()
        self.images = torch.randn(batch, 3, size, size).contiguous(memory_format=form)
        self.labels = torch.randint(0, classes, (batch,))
        self.optimiser = torch.optim.SGD(self.network.parameters(), 0.05, 0.9, weight_decay=1e-4)

    def step(self):
        self.optimiser.zero_grad()
        F.cross_entropy(self.network(self.images), self.labels).backward()
        self.optimiser.step()


runs = {}
for line in sys.stdin:
    request = json.loads(line)
    steps = request.pop("steps")
    torch.set_num_threads(request.pop("threads"))
    key = json.dumps(request, sort_keys=True)
    if key not in runs:
        runs[key] = Run(**request)
    seconds = []
    for _ in range(steps):
        start = time.perf_counter()
        runs[key].step()
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": seconds}), flush=True)
