import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agree, Memory, runs, sizes } from '../../test/agreement.js';
import { bordered, convolutionScratch, patchesScratch, preparedSize, tilesOf } from './kernels.js';

describe('convolutions agree with their twins', () => {
  it('convolve, forward and turned', () => {
    fc.assert(
      fc.property(sizes, ({ seed, images, height, width, from, to, block }) => {
        const memory = new Memory(seed);
        const input = memory.images(images, height, width, from);
        const weights = memory.numbers(9 * from * to);
        const scratch = memory.room(convolutionScratch(block, from, to) / 4);
        const prepared = memory.room(preparedSize(from, to));
        const count = images * height * width * to;
        const out = memory.room(count);
        for (const prepare of ['prepareWeights', 'prepareTurnedWeights'] as const) {
          const [a, b] = prepare === 'prepareWeights' ? [from, to] : [to, from];
          agree(
            (kernels) => {
              kernels[prepare](weights, prepared, scratch, a, b);
              kernels.convolve(
                input,
                prepared,
                scratch,
                out,
                images,
                height,
                width,
                from,
                to,
                block,
              );
            },
            out,
            count,
            1e-5,
          );
        }
      }),
      runs,
    );
  });

  it('weight gradient', () => {
    fc.assert(
      fc.property(sizes, ({ seed, images, height, width, from, to, block }) => {
        const memory = new Memory(seed);
        const input = memory.images(images, height, width, from);
        const gradient = memory.images(images, height, width, to);
        const scratch = memory.room(convolutionScratch(block, from, to) / 4);
        const sums = memory.room(preparedSize(from, to));
        const out = memory.room(9 * from * to);
        agree(
          (kernels) => {
            for (let twice = 0; twice < 2; twice++) {
              kernels.addWeightGradient(
                input,
                gradient,
                scratch,
                sums,
                images,
                height,
                width,
                from,
                to,
                block,
              );
            }
            kernels.finishWeightGradient(sums, out, scratch, from, to);
          },
          out,
          9 * from * to,
          1e-5,
        );
      }),
      runs,
    );
  });

  it('patches: forward, weight gradient, input gradient', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.constantFrom(1, 2),
        fc.constantFrom(16, 1, 2, 3, 16),
        ({ seed, height, width, to }, stride, from) => {
          const memory = new Memory(seed);
          const [rows, columns] = [Math.ceil(height / stride), Math.ceil(width / stride)];
          const input = memory.images(1, height, width, from);
          const { pitch } = bordered(height, width, from);
          const weights = memory.numbers(9 * from * to);
          const gradient = memory.numbers(rows * columns * to);
          const scratch = memory.room(patchesScratch(rows, columns, from) / 4);
          const transposed = memory.room(9 * from * to);
          const out = memory.numbers(Math.max(9 * from * to, height * width * to));
          const pixels = rows * columns;
          agree(
            (k) =>
              k.convolvePatches(
                input,
                pitch,
                weights,
                scratch,
                out,
                rows,
                columns,
                from,
                to,
                stride,
              ),
            out,
            pixels * to,
            1e-6,
          );
          agree(
            (k) =>
              k.addPatchesWeightGradient(
                input,
                pitch,
                gradient,
                scratch,
                out,
                rows,
                columns,
                from,
                to,
                stride,
              ),
            out,
            9 * from * to,
            1e-6,
          );
          if (from % 8 !== 0) return; // the stem's input needs no gradient
          agree(
            (k) => {
              k.transposeWeights(weights, transposed, from, to);
              k.patchesInputGradient(
                gradient,
                transposed,
                scratch,
                out,
                height,
                width,
                rows,
                columns,
                from,
                to,
                stride,
              );
            },
            out,
            height * width * from,
            1e-6,
          );
        },
      ),
      runs,
    );
  });

  it('counts tiles', () => {
    expect([tilesOf(28, 28), tilesOf(7, 14), tilesOf(1, 1)]).toEqual([49, 8, 1]);
  });
});
