import type { Context } from './context.js';
import { SLICES } from './layout.js';
import type { Phase } from './phases.js';

/** Numbers of the settings area. */
export const SETTINGS = { rate: 0, momentum: 1, decay: 2 } as const;

/** The optimiser's step, each slice taking a share of the parameters. */
export function updatePhase({ layout, kernels, settings }: Context): Phase {
  const share = 16 * Math.ceil(layout.parameterCount / SLICES / 16);
  return {
    work(slice) {
      const start = Math.min(slice * share, layout.parameterCount);
      const count = Math.min(share, layout.parameterCount - start);
      kernels.descend(
        layout.parameters + 4 * start,
        layout.velocity + 4 * start,
        layout.gradients + 4 * start,
        SLICES,
        layout.gradientStride,
        count,
        settings[SETTINGS.rate],
        settings[SETTINGS.momentum],
        settings[SETTINGS.decay],
      );
    },
  };
}

/** Weights as the convolutions want them; needed after every change of the weights. */
export function preparePhase({ layout, kernels, workspace, configuration }: Context): Phase {
  const { training } = configuration;
  return {
    work(slice) {
      for (let n = slice; n < layout.layers.length; n += SLICES) {
        const { transformed, weights, prepared, turned, from, to } = layout.layers[n];
        if (transformed) {
          kernels.prepareWeights(weights, prepared, workspace.scratch, from, to);
          if (training) kernels.prepareTurnedWeights(weights, turned, workspace.scratch, from, to);
        } else if (training && n > 0) {
          kernels.transposeWeights(weights, turned, from, to);
        }
      }
    },
  };
}
