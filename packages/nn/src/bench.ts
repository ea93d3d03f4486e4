import { stream } from '@cede/core';
import { type Crew, gatherCrew } from './engine/crew.js';
import type { LayerMemory } from './engine/layout.js';
import { writeNetwork } from './engine/parameters.js';
import { SETTINGS } from './engine/update.js';
import { initialNetwork } from './network/network.js';
import type { NetworkSpec } from './network/spec.js';

/** A network on random images, for measuring. */
export interface Bench {
  /** Seconds of each of `count` training steps. */
  steps(count: number): number[];
  /** GFLOP/s of multiply-adds that touch no memory. */
  peak(): number;
  /** GFLOP/s of each kind of layer and direction, by the plain definition's count. */
  layers(): { name: string; gigaflops: number }[];
  close(): Promise<void>;
}

export async function openBench(
  spec: NetworkSpec,
  batch: number,
  threads: number,
  fma: boolean,
): Promise<Bench> {
  const random = stream(1, 'bench');
  const size = spec.height * spec.width * spec.channels;
  const pixels = new Uint8Array(batch * size).map(() => random.below(256));
  const configuration = { spec, batch, threads, fma, reference: false, training: true };
  const crew = await gatherCrew(configuration, pixels);
  const { context } = crew;
  const { layout, integers, settings, kernels } = context;
  writeNetwork(context, initialNetwork(spec, 1));
  settings[SETTINGS.rate] = 0.05;
  settings[SETTINGS.momentum] = 0.9;
  settings[SETTINGS.decay] = 1e-4;
  for (let n = 0; n < batch; n++) {
    integers[layout.picks / 4 + 4 * n] = n;
    integers[layout.labels / 4 + n] = random.below(spec.classes);
  }
  crew.run('prepare', batch);
  return {
    steps: (count) => Array.from({ length: count }, () => seconds(() => crew.run('train', batch))),
    peak() {
      const count = 2_000_000; // times 40 multiply-adds
      return (80 * count) / best(() => kernels.multiplyAddMany(count)) / 1e9;
    },
    layers() {
      const kinds = new Map(
        layout.layers.map((layer) => [`${layer.from},${layer.to},${layer.stride}`, layer]),
      );
      return [...kinds.values()].flatMap((layer) => measureLayer(crew, layer));
    },
    close: () => crew.dismiss(),
  };
}

/** Forward, weight gradient and input gradient of one group of images, again and again. */
function measureLayer(
  { context }: Crew,
  layer: LayerMemory,
): { name: string; gigaflops: number }[] {
  const { kernels, layout, workspace } = context;
  const { scratch, sums, flat } = workspace;
  const { from, to, height, width, stride, group, block, prepared, turned, weights, z } = layer;
  const { inputHeight, inputWidth } = layer;
  const [input, gradient, out] = layout.buffers;
  const pitch = 4 * Math.ceil(inputWidth / 4) + 2;
  const patch = [height, width, from, to, stride] as const;
  const tiles = [group, height, width, from, to, block] as const;
  const work: [string, () => void][] = layer.transformed
    ? [
        ['forward', () => kernels.convolve(input, prepared, scratch, z, ...tiles)],
        [
          'weight gradient',
          () => kernels.addWeightGradient(input, gradient, scratch, sums, ...tiles),
        ],
        ['input gradient', () => kernels.convolve(gradient, turned, scratch, out, ...tiles)],
      ]
    : [
        ['forward', () => kernels.convolvePatches(input, pitch, weights, scratch, z, ...patch)],
        [
          'weight gradient',
          () => kernels.addPatchesWeightGradient(input, pitch, flat, scratch, sums, ...patch),
        ],
        [
          'input gradient',
          () =>
            kernels.patchesInputGradient(
              flat,
              turned,
              scratch,
              out,
              inputHeight,
              inputWidth,
              ...patch,
            ),
        ],
      ];
  if (layer === layout.stem) work.pop(); // images need no gradient
  const images = layer.transformed ? group : 1;
  const flop = 2 * 9 * from * to * height * width * images;
  const repeats = Math.ceil(3e8 / flop);
  return work.map(([direction, call]) => ({
    name: `${from} → ${to}, stride ${stride}, ${height}×${width}, ${direction}`,
    gigaflops:
      (flop * repeats) /
      best(() => {
        for (let n = 0; n < repeats; n++) call();
      }) /
      1e9,
  }));
}

function seconds(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

function best(work: () => void): number {
  return Math.min(...Array.from({ length: 7 }, () => seconds(work)));
}
