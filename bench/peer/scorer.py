#!/usr/bin/env python3
"""The scorer network in PyTorch, as a peer to measure against: one JSON request a line on stdin, one answer a line.

{"rows", "classes", "batch", "epochs", "stacked"} -> {"ms": CPU time per epoch and scorer, every epoch}
stacked > 1 trains that many seeds side by side in one tensor, the fastest honest way in PyTorch.
{"single": true, "classes"} -> {"us": one forward pass of one row}
"""
import json, sys, time
import torch
from torch import nn

torch.set_num_threads(1)


def inputs(rows, classes):
    torch.manual_seed(0)
    x = torch.zeros(rows, classes + 11)
    x[:, :11] = torch.rand(rows, 11)
    x[torch.arange(rows), 11 + torch.randint(0, classes, (rows,))] = 1
    return x, torch.rand(rows), torch.rand(rows)


def plain_net(width):
    return nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 16), nn.ReLU(), nn.Linear(16, 1))


def plain(rows, classes, batch, epochs):
    x, a, b = inputs(rows, classes)
    net = plain_net(classes + 11)
    adam = torch.optim.Adam(net.parameters(), lr=7e-4, weight_decay=1e-3)
    times = []
    for _ in range(epochs + 1):
        start = time.process_time()
        order = torch.randperm(rows)
        for i in range(0, rows, batch):
            pick = order[i:i + batch]
            adam.zero_grad()
            v = net(x[pick])[:, 0]
            (a[pick] * (v - 1) ** 2 + b[pick] * (v + 1) ** 2).mean().backward()
            adam.step()
        times.append((time.process_time() - start) * 1e3)
    return times[1:]


def stacked(rows, classes, batch, epochs, seeds):
    x, a, b = inputs(rows, classes)
    sizes = [(classes + 11, 64), (64, 16), (16, 1)]
    weights = []
    for fan_in, fan_out in sizes:
        bound = fan_in ** -0.5
        weights.append(nn.Parameter((torch.rand(seeds, fan_in, fan_out) * 2 - 1) * bound))
        weights.append(nn.Parameter((torch.rand(seeds, 1, fan_out) * 2 - 1) * bound))
    adam = torch.optim.Adam(weights, lr=7e-4, weight_decay=1e-3)
    times = []
    for _ in range(epochs + 1):
        start = time.process_time()
        order = torch.stack([torch.randperm(rows) for _ in range(seeds)])
        for i in range(0, rows, batch):
            pick = order[:, i:i + batch]
            adam.zero_grad()
            h = x[pick]
            for layer in (0, 2, 4):
                h = torch.baddbmm(weights[layer + 1], h, weights[layer])
                if layer < 4:
                    h = torch.relu(h)
            v = h[..., 0]
            (a[pick] * (v - 1) ** 2 + b[pick] * (v + 1) ** 2).mean(1).sum().backward()
            adam.step()
        times.append((time.process_time() - start) * 1e3 / seeds)
    return times[1:]


def single(classes):
    x, _, _ = inputs(1, classes)
    net = plain_net(classes + 11)
    times = []
    with torch.no_grad():
        for _ in range(50):
            start = time.perf_counter()
            for _ in range(100):
                net(x)
            times.append((time.perf_counter() - start) / 100 * 1e6)
    return sorted(times)[len(times) // 2]


for line in sys.stdin:
    q = json.loads(line)
    if q.get("single"):
        answer = {"us": single(q["classes"])}
    elif q.get("stacked", 1) > 1:
        answer = {"ms": stacked(q["rows"], q["classes"], q["batch"], q["epochs"], q["stacked"])}
    else:
        answer = {"ms": plain(q["rows"], q["classes"], q["batch"], q["epochs"])}
    print(json.dumps(answer), flush=True)
