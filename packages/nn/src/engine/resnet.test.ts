import { readFileSync } from 'node:fs';
import { stream } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { supportsFma } from '../kernel/webassembly.js';
import { tensorShapes } from '../network/architecture.js';
import {
  initialNetwork,
  type Network,
  networkFromTensors,
  type Tensor,
} from '../network/network.js';
import type { NetworkSpec } from '../network/spec.js';
import { CONTROL, type Context, createContext, createMemory } from './context.js';
import { type EngineConfiguration, layoutOf } from './layout.js';
import { readGradients, readNetwork, writeNetwork } from './parameters.js';
import { runPhases } from './phases.js';
import { type Program, programsOf } from './programs.js';

/** An engine of one thread on a few images, on a heap of doubles if asked. */
function engine(
  network: Network,
  pixels: Uint8Array,
  labels: number[],
  options: Partial<EngineConfiguration> & { doubles?: boolean } = {},
): { context: Context; run(program: Program): void; loss(): number; logits(): number[] } {
  const { doubles = false, ...rest } = options;
  const batch = labels.length; // the step's; the engine may have room for more
  const { spec } = network;
  const configuration: EngineConfiguration = {
    ...{ spec, batch, threads: 1, fma: false, reference: false, training: true },
    ...rest,
  };
  const layout = layoutOf(configuration);
  const memory = createMemory(layout);
  const heap = doubles ? new Float64Array(Math.ceil(layout.bytes / 4)) : undefined;
  const context = createContext(configuration, memory, pixels, 0, heap);
  const programs = programsOf(context);
  context.control[CONTROL.images] = batch;
  labels.forEach((label, n) => {
    context.integers[layout.picks / 4 + 4 * n] = n;
    context.integers[layout.labels / 4 + n] = label;
  });
  writeNetwork(context, network);
  runPhases(context, programs.prepare);
  return {
    context,
    run: (program) => runPhases(context, programs[program]),
    loss() {
      let sum = 0;
      for (let slice = 0; slice < 8; slice++)
        sum += context.doubles[layout.results / 8 + 2 * slice];
      return sum / batch;
    },
    logits: () => [
      ...context.heap.slice(layout.logits / 4, layout.logits / 4 + batch * spec.classes),
    ],
  };
}

const engines: [string, Partial<EngineConfiguration>][] = [
  ['plain TypeScript', { reference: true }],
  ['plain SIMD', {}],
];
if (supportsFma()) engines.push(['fused', { fma: true }]);

describe('ResNet-8 does what PyTorch does', () => {
  interface Summary {
    norm: number;
    some: [number, number][];
  }
  const fixture: {
    spec: NetworkSpec;
    batch: number;
    labels: number[];
    loss: number;
    logits: number[][];
    gradients: Record<string, Summary>;
    running: Record<string, Summary>;
    evaluation: number[][];
    losses: number[];
  } = JSON.parse(readFileSync(new URL('../../test/fixture/resnet8.json', import.meta.url), 'utf8'));

  /** The fixture's own rule for weights and pixels. */
  const hashed = (n: number, salt: number) =>
    ((((n * 7919 + salt * 104729) * 48271) % 2147483647) % 65536) / 65536 - 0.5;
  const tensors = new Map(
    tensorShapes(fixture.spec).map(([name, shape], salt): [string, Tensor] => {
      const data = new Float32Array(shape.reduce((a, b) => a * b));
      const factor = shape.length > 1 ? Math.sqrt(24 / (data.length / shape[0])) : 1;
      const shift = name.endsWith('running_var') || /bn\d.weight$/.test(name) ? 1 : 0;
      return [name, { shape, data: data.map((_, n) => hashed(n, salt) * factor + shift) }];
    }),
  );
  const { spec, batch, labels } = fixture;
  const pixels = new Uint8Array(batch * spec.height * spec.width * spec.channels).map((_, n) =>
    Math.floor((hashed(n, 1000) + 0.5) * 256),
  );

  const close = (data: Float32Array, { norm, some }: Summary, tolerance: number, what: string) => {
    const found = Math.sqrt(data.reduce((sum, value) => sum + value * value, 0));
    expect(Math.abs(found - norm) / norm, what).toBeLessThan(tolerance);
    for (const [n, value] of some) {
      expect(Math.abs(data[n] - value) / norm, `${what}[${n}]`).toBeLessThan(tolerance);
    }
  };

  it.each(engines)('%s', (_, options) => {
    const network = networkFromTensors(spec, tensors);
    const { context, run, loss, logits } = engine(network, pixels, labels, options);
    run('gradient');
    expect(loss()).toBeCloseTo(fixture.loss, 5);
    fixture.logits.flat().forEach((value, n) => {
      expect(logits()[n]).toBeCloseTo(value, 4);
    });
    const gradients = readGradients(context);
    expect([...gradients.keys()].sort()).toEqual(Object.keys(fixture.gradients).sort());
    for (const [name, { data }] of gradients) close(data, fixture.gradients[name], 1e-4, name);
    const { tensors: after } = readNetwork(context);
    for (const [name, summary] of Object.entries(fixture.running)) {
      close(after.get(name)!.data, summary, 1e-5, name);
    }
    run('evaluate');
    fixture.evaluation.flat().forEach((value, n) => {
      expect(logits()[n]).toBeCloseTo(value, 4);
    });
    context.settings.set([0.05, 0.9, 0.01]);
    for (const expected of fixture.losses) {
      run('train');
      expect(loss()).toBeCloseTo(expected, 3.5);
    }
  });
});

describe('gradients', () => {
  const random = stream(5, 'gradients');
  const bytes = (count: number) => new Uint8Array(count).map(() => random.below(256));

  it.each([
    ['square, 3 channels', { height: 8, width: 8, channels: 3 }],
    ['odd and oblong, 1 channel', { height: 7, width: 5, channels: 1 }],
  ])('of the twin are the finite differences of its loss: %s', (_, shape) => {
    const ones = Array(shape.channels).fill(0.4);
    const spec: NetworkSpec = { depth: 8, classes: 3, ...shape, mean: ones, deviation: ones };
    const pixels = bytes(5 * shape.height * shape.width * shape.channels);
    const network = initialNetwork(spec, 3);
    // Scales and shifts off their start, or half of their gradients would be special cases.
    for (const [name, { data }] of network.tensors) {
      if (/bn\d\.(weight|bias)/.test(name))
        for (const n of data.keys()) data[n] += 0.2 * random.normal();
    }
    const { context, run, loss } = engine(network, pixels, [0, 1, 2, 1, 0], {
      reference: true,
      doubles: true,
    });
    run('gradient');
    const { heap, layout } = context;
    const gradients = new Float64Array(layout.parameterCount);
    for (let slice = 0; slice < 8; slice++) {
      const at = (layout.gradients + slice * layout.gradientStride) / 4;
      for (const n of gradients.keys()) gradients[n] += heap[at + n];
    }
    const scale = Math.sqrt(gradients.reduce((sum, g) => sum + g * g, 0) / gradients.length);
    const places = layout.layers.flatMap(({ weights, gamma, beta, from, to }) => [
      ...Array.from({ length: 2 }, () => weights / 4 + random.below(9 * from * to)),
      (random.below(2) ? gamma : beta) / 4 + random.below(to),
    ]);
    places.push(layout.linear / 4 + random.below(3 * 64), layout.bias / 4 + random.below(3));
    const step = 1e-5;
    for (const at of places) {
      const kept = heap[at];
      const lossAt = (value: number) => {
        heap[at] = value;
        run('prepare');
        run('gradient');
        return loss();
      };
      const difference = (lossAt(kept + step) - lossAt(kept - step)) / (2 * step);
      heap[at] = kept;
      const gradient = gradients[at - layout.parameters / 4];
      expect(Math.abs(difference - gradient) / Math.max(scale, Math.abs(gradient))).toBeLessThan(
        2e-5,
      );
    }
  });

  describe('deeper and at odd sizes', () => {
    const spec: NetworkSpec = {
      ...{ depth: 14, classes: 4, height: 9, width: 11, channels: 3 },
      ...{ mean: [0.5, 0.5, 0.5], deviation: [0.25, 0.25, 0.25] },
    };
    const labels = [0, 1, 2, 3, 0, 1, 2, 3, 1, 1, 0];
    const gradientsOf = (seed: number, chosen: Partial<EngineConfiguration>) => {
      const random = stream(seed, 'pixels');
      const pixels = new Uint8Array(labels.length * 9 * 11 * 3).map(() => random.below(256));
      const { context, run } = engine(initialNetwork(spec, seed), pixels, labels, chosen);
      run('gradient');
      return readGradients(context);
    };
    const twins = [1, 2, 3].map((seed) => gradientsOf(seed, { reference: true }));

    // Where rounding puts one number on the other side of a ReLU's zero, gradients jump: that may
    // spoil one network of three, and says nothing about the others.
    it.each(engines.slice(1))('of %s are the twin’s', (_, options) => {
      const worst = twins.map((right, n) => {
        const errors = [...gradientsOf(n + 1, options)].map(([name, { data }]) => {
          const twin = right.get(name)!.data;
          const norm = Math.sqrt(twin.reduce((sum, g) => sum + g * g, 0));
          return Math.sqrt(twin.reduce((sum, g, n) => sum + (g - data[n]) ** 2, 0)) / norm;
        });
        return Math.max(...errors);
      });
      expect(worst.filter((error) => error < 2e-5).length, `${worst}`).toBeGreaterThanOrEqual(2);
    });
  });

  it('are the same bytes at addresses past 2 GiB: ResNet-56 with room for 1,024 images', () => {
    const half = [0.5, 0.5, 0.5];
    const spec: NetworkSpec = {
      ...{ depth: 56, classes: 10, height: 32, width: 32, channels: 3 },
      ...{ mean: half, deviation: half },
    };
    const labels = [0, 1, 2, 3, 4, 5, 6, 7];
    const pixels = bytes(8 * 32 * 32 * 3);
    const network = initialNetwork(spec, 6);
    const [small, large] = [8, 1024].map((batch) => {
      const { context, run } = engine(network, pixels, labels, { batch });
      run('gradient');
      return { gradients: readGradients(context), size: context.layout.bytes };
    });
    expect(large.size).toBeGreaterThan(3.5 * 2 ** 30);
    expect(large.size).toBeLessThan(4 * 2 ** 30);
    for (const [name, { data }] of large.gradients) {
      expect(Buffer.compare(bytesOf(data), bytesOf(small.gradients.get(name)!.data)), name).toBe(0);
    }
  });
});

const bytesOf = (data: Float32Array) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
