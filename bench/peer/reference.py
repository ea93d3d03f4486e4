#!/usr/bin/env python3
"""Post-hoc deferral in PyTorch, independent of this project's code: curves of every method on two NPZ tables.

reference.py FIT.npz TEST.npz [--seeds 20] [--epochs 100] [--batch 128] [--threads 2] -> JSON on stdout
{"seconds": whole run, "methods": {name: {"mean": [...], "std": [...]}}}, percent at RATES.
Arrays: model [n, L]; expert [n, L] or expert_label [n]; label [n]. All seeds train stacked in one
tensor, which is about six times faster than one after the other.
"""
import argparse, json, time
import numpy as np, torch
from torch import nn

RATES = [0, .05, .10, .15, .20, .25, .50, .75, 1]
SOFT = nn.functional.softplus
PARTIAL = {
    "squared": (lambda v: (v - 1) ** 2, lambda v: (v + 1) ** 2),
    "logistic": (lambda v: SOFT(-v), lambda v: SOFT(v)),
    "lsif": (lambda v: -v, lambda v: v ** 2 / 2),
    "kliep": (lambda v: -torch.log(SOFT(v) + 1e-12), lambda v: SOFT(v)),
}


def read(path):
    z = np.load(path)
    model, label = z["model"].astype(np.float64), z["label"].astype(int)
    expert = z["expert"].astype(np.float64) if "expert" in z else np.eye(model.shape[1])[z["expert_label"].astype(int)]
    return model, expert, label


def features(p):
    entropy = -(p * np.log(np.clip(p, 1e-12, None))).sum(1, keepdims=True)
    top = -np.sort(-p, 1)[:, :10]
    top = np.pad(top, ((0, 0), (0, 10 - top.shape[1])))
    return torch.tensor(np.concatenate([entropy, top, np.eye(p.shape[1])[p.argmax(1)]], 1).astype(np.float32))


def loss(name, p, y):
    own = p[np.arange(len(y)), y]
    return {"zeroone": lambda: (p.argmax(1) != y) * 1.0, "prob01": lambda: 2 * (1 - own), "gce": lambda: (1 - own ** .7) / .7}[name]()


def stacked(seeds, width):
    drawn = []
    for seed in range(seeds):
        torch.manual_seed(seed)
        layers = (nn.Linear(width, 64), nn.Linear(64, 16), nn.Linear(16, 1))
        drawn.append([q for layer in layers for q in (layer.weight.t(), layer.bias[None])])
    return [nn.Parameter(torch.stack([one[k] for one in drawn]).detach().contiguous()) for k in range(6)]


def forward(w, x):
    for k in (0, 2, 4):
        x = torch.baddbmm(w[k + 1], x, w[k])
        if k < 4:
            x = torch.relu(x)
    return x[..., 0]


def train(x, objective, seeds, epochs, batch):
    w = stacked(seeds, x.shape[1])
    adam = torch.optim.Adam(w, lr=7e-4, weight_decay=1e-3)
    draw = [torch.Generator().manual_seed(s) for s in range(seeds)]
    for _ in range(epochs):
        order = torch.stack([torch.randperm(len(x), generator=g) for g in draw])
        for i in range(0, len(x), batch):
            pick = order[:, i:i + batch]
            adam.zero_grad()
            objective(forward(w, x[pick]), pick).mean(1).sum().backward()
            adam.step()
    return w


def curve(score, model, expert):
    """Percent right when the lowest scores are handed over; ties count in expectation."""
    order = np.argsort(score, kind="stable")
    gain = (expert.astype(float) - model)[order]
    _, start = np.unique(score[order], return_index=True)
    size = np.diff(np.append(start, len(score)))
    even = np.repeat(np.add.reduceat(gain, start) / size, size)
    total = np.concatenate([[0], np.cumsum(even)])
    n = len(score)
    return [100 * (model.sum() + np.interp(r * n, np.arange(n + 1), total)) / n for r in RATES]


def main():
    a = argparse.ArgumentParser()
    a.add_argument("fit"); a.add_argument("test"); a.add_argument("--methods", required=True)
    for k, d in (("seeds", 20), ("epochs", 100), ("batch", 128), ("threads", 2)):
        a.add_argument("--" + k, type=int, default=d)
    a = a.parse_args()
    torch.set_num_threads(a.threads)
    began = time.time()
    (p, e, y), (pt, et, yt) = read(a.fit), read(a.test)
    x, xt = features(p), features(pt)
    right, expert_right = p.argmax(1) == y, e.argmax(1) == y
    test_right, test_expert = pt.argmax(1) == yt, et.argmax(1) == yt
    f32 = lambda z: torch.tensor(np.asarray(z, dtype=np.float32))
    out = {}
    for name in a.methods.split(","):
        if name == "conf":
            c = curve(pt.max(1), test_right, test_expert)
            out[name] = {"mean": c, "std": [0.0] * len(c)}
            continue
        if name == "diff01":
            t = f32(right.astype(float) - expert_right); objective = lambda v, b: (v - t[b]) ** 2
        elif name == "maxprob":
            t = f32(e.max(1)); objective = lambda v, b: (v - t[b]) ** 2
        elif name == "two-stage":
            m, h, g = f32(p.max(1)), f32(right), f32(expert_right)
            objective = lambda v, b: h[b] * torch.exp(v - m[b]) + g[b] * torch.exp(m[b] - v)
        else:
            parts = name.split("-")[1:]
            gamma = float(parts.pop()[1:]) if parts[-1][0] == "g" and parts[-1] != "gce" else .5
            plus, minus = PARTIAL[parts[1] if len(parts) > 1 else "squared"]
            w, u = (f32(np.exp(-loss(parts[0], q, y) / gamma)) for q in (p, e))
            objective = lambda v, b: w[b] * plus(v) + u[b] * minus(v)
        w_net = train(x, objective, a.seeds, a.epochs, a.batch)
        with torch.no_grad():
            scores = forward(w_net, xt.expand(a.seeds, *xt.shape)).numpy().astype(float)
        if name in ("maxprob", "two-stage"):
            scores = pt.max(1) - scores
        curves = np.array([curve(s, test_right, test_expert) for s in scores])
        out[name] = {"mean": curves.mean(0).tolist(), "std": curves.std(0).tolist()}
    print(json.dumps({"seconds": time.time() - began, "methods": out}))


main()
