import { FEATURES, type NetworkSpec, WIDTHS } from './spec.js';

/** A 3×3 convolution and the batch norm after it. Names are those of published ResNets. */
export interface Layer {
  convolution: string;
  norm: string;
  from: number;
  to: number;
  stride: 1 | 2;
  inputHeight: number;
  inputWidth: number;
  height: number;
  width: number;
}

export interface Block {
  first: Layer;
  second: Layer;
}

export interface Architecture {
  stem: Layer;
  blocks: Block[];
  /** Every layer in forward order: the stem, then both layers of each block. */
  layers: Layer[];
}

export function architectureOf(spec: NetworkSpec): Architecture {
  const perStage = (spec.depth - 2) / 6;
  let { height, width } = spec;
  let channels: number = spec.channels;

  const layer = (convolution: string, norm: string, to: number, stride: 1 | 2): Layer => {
    const [inputHeight, inputWidth] = [height, width];
    height = Math.ceil(height / stride);
    width = Math.ceil(width / stride);
    const from = channels;
    channels = to;
    return { convolution, norm, from, to, stride, inputHeight, inputWidth, height, width };
  };

  const stem = layer('conv1', 'bn1', WIDTHS[0], 1);
  const blocks: Block[] = [];
  WIDTHS.forEach((to, stage) => {
    for (let n = 0; n < perStage; n++) {
      const name = `layer${stage + 1}.${n}`;
      const stride = stage > 0 && n === 0 ? 2 : 1;
      blocks.push({
        first: layer(`${name}.conv1`, `${name}.bn1`, to, stride),
        second: layer(`${name}.conv2`, `${name}.bn2`, to, 1),
      });
    }
  });
  return { stem, blocks, layers: [stem, ...blocks.flatMap((b) => [b.first, b.second])] };
}

/** Every tensor of a network: its name and shape (convolutions [to, from, 3, 3], as published). */
export function tensorShapes(spec: NetworkSpec): [name: string, shape: number[]][] {
  const shapes: [string, number[]][] = [];
  for (const { convolution, norm, from, to } of architectureOf(spec).layers) {
    shapes.push([`${convolution}.weight`, [to, from, 3, 3]]);
    for (const part of ['weight', 'bias', 'running_mean', 'running_var']) {
      shapes.push([`${norm}.${part}`, [to]]);
    }
  }
  shapes.push(['linear.weight', [spec.classes, FEATURES]], ['linear.bias', [spec.classes]]);
  return shapes;
}

/** Multiply-adds of one image's forward pass; a training step costs about three times as many. */
export function multiplyAdds(spec: NetworkSpec): number {
  const { layers } = architectureOf(spec);
  return layers.reduce((sum, l) => sum + 9 * l.from * l.to * l.height * l.width, 0);
}
