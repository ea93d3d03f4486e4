import { decodeNetwork, toOnnx } from '@cede/nn';
import { openClassifier } from '@cede/predict';
import type { Cell, CellFunctions, CellWork } from '@cede/run';
import type { Dataset, Split } from '../dataset/dataset.js';
import type { NetworkContext, NetworkResult } from './network-cell.js';

/** What one network says of the validation and the test images, run by onnxruntime. */
export interface PredictionResult {
  readonly validation: Float32Array;
  readonly test: Float32Array;
}

const KIND = 'lab-predictions/1';

/** `data` names the images that are predicted. */
export const predictionCell = (network: Cell, data: string): Cell => ({
  kind: KIND,
  spec: { data },
  needs: { network },
});

export const predictionFunctions: CellFunctions = {
  [KIND]: async ({ needs, context, report }: CellWork): Promise<PredictionResult> => {
    const { dataset } = context as NetworkContext;
    const classifier = await openClassifier(
      toOnnx(decodeNetwork((needs.network as NetworkResult).network), { classes: dataset.classes }),
      {},
      'network',
    );
    const { validation, test } = dataset.splits;
    const total = validation.labels.length + test.labels.length;
    const first = await classifier.probabilities(imagesOf(dataset, validation), (done) =>
      report({ done: (done * validation.labels.length) / total }),
    );
    const second = await classifier.probabilities(imagesOf(dataset, test), (done) =>
      report({ done: (validation.labels.length + done * test.labels.length) / total }),
    );
    return { validation: first.values, test: second.values };
  },
};

function imagesOf({ height, width, channels }: Dataset, { images, labels }: Split) {
  return { count: labels.length, height, width, channels, pixels: images };
}
