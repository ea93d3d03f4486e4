/**
 * The numerical work, as functions over one shared memory: pointers are byte addresses, images are
 * NHWC float32. Two implementations keep this contract: WebAssembly (webassembly.ts) and plain
 * TypeScript (reference.ts), and every function of the one is tested against the other.
 *
 * A *bordered* image has a zero border: one pixel on every side and, on the right and below, as many
 * more as make whole 4×4 tiles. Its geometry is {@link bordered}.
 * What "prepared" weights and "sums" hold is the implementation's own business; both have room for
 * {@link preparedSize} numbers.
 */
export interface Kernels {
  /** a·b + c in this build's rounding; tells whether the machine fuses. */
  multiplyAddOnce(a: number, b: number, c: number): number;
  /** `count` × 40 multiply-adds that touch no memory, for the benchmark. */
  multiplyAddMany(count: number): number;

  /** Weights [3][3][from][to] made ready for {@link convolve}. */
  prepareWeights(
    weights: number,
    prepared: number,
    scratch: number,
    from: number,
    to: number,
  ): void;
  /** The same weights turned by 180° with channels exchanged: {@link convolve} then gives the input gradient. */
  prepareTurnedWeights(
    weights: number,
    prepared: number,
    scratch: number,
    from: number,
    to: number,
  ): void;
  /** 3×3, stride 1: bordered input images → output images without border, `block` tiles at a time. */
  convolve(
    input: number,
    prepared: number,
    scratch: number,
    output: number,
    images: number,
    height: number,
    width: number,
    from: number,
    to: number,
    block: number,
  ): void;
  /** sums += the weight gradient, from the bordered input and the bordered output gradient. */
  addWeightGradient(
    input: number,
    gradient: number,
    scratch: number,
    sums: number,
    images: number,
    height: number,
    width: number,
    from: number,
    to: number,
    block: number,
  ): void;
  /** sums → gradient [3][3][from][to]. */
  finishWeightGradient(
    sums: number,
    gradient: number,
    scratch: number,
    from: number,
    to: number,
  ): void;

  /** 3×3 of any stride and channel count on one image; height and width are the output's. */
  convolvePatches(
    input: number,
    pitch: number,
    weights: number,
    scratch: number,
    output: number,
    height: number,
    width: number,
    from: number,
    to: number,
    stride: number,
  ): void;
  /** gradient [3][3][from][to] += the weight gradient of one image. */
  addPatchesWeightGradient(
    input: number,
    pitch: number,
    outputGradient: number,
    scratch: number,
    gradient: number,
    height: number,
    width: number,
    from: number,
    to: number,
    stride: number,
  ): void;
  /** Weights [9 · from][to] → [to][9 · from]. */
  transposeWeights(weights: number, transposed: number, from: number, to: number): void;
  /** The input gradient of one image, without border. */
  patchesInputGradient(
    outputGradient: number,
    transposed: number,
    scratch: number,
    inputGradient: number,
    inputHeight: number,
    inputWidth: number,
    height: number,
    width: number,
    from: number,
    to: number,
    stride: number,
  ): void;

  /** out [2][channels]: the mean over `pixels`, and the sum of squares around it. */
  moments(z: number, pixels: number, channels: number, out: number): void;
  /** out = max(0, scale · z + shift). Here and below `out` is the first inner pixel of a bordered image. */
  activate(
    z: number,
    scale: number,
    shift: number,
    out: number,
    pitch: number,
    height: number,
    width: number,
    channels: number,
  ): void;
  /** out = max(0, scale · z + shift + shortcut); with stride 2 the shortcut is option A's. */
  activateSum(
    z: number,
    scale: number,
    shift: number,
    shortcut: number,
    shortcutPitch: number,
    stride: number,
    out: number,
    pitch: number,
    height: number,
    width: number,
    channels: number,
  ): void;
  /**
   * gradient = (gradient + the shortcut's) where the activation is positive, else 0, and
   * sums [2][channels] = Σ g, Σ g·(z − mean). Stride 0: no shortcut.
   */
  gate(
    gradient: number,
    shortcut: number,
    stride: number,
    activation: number,
    pitch: number,
    z: number,
    mean: number,
    sums: number,
    height: number,
    width: number,
    channels: number,
  ): void;
  /** out = k₀·gradient + k₁·z + k₂ with coefficients [3][channels]. */
  normaliseGradient(
    gradient: number,
    z: number,
    coefficients: number,
    out: number,
    pitch: number,
    height: number,
    width: number,
    channels: number,
  ): void;

  /** out[channel] = the mean over one bordered image, given by its first inner pixel. */
  average(
    image: number,
    pitch: number,
    height: number,
    width: number,
    channels: number,
    out: number,
  ): void;
  /** Its gradient: gradient[pixel][channel] = down[channel] / pixels. */
  spread(down: number, pixels: number, channels: number, gradient: number): void;

  /** SGD with momentum and weight decay; the slices' gradients are added in slice order. */
  descend(
    weights: number,
    velocity: number,
    gradients: number,
    slices: number,
    sliceStride: number,
    count: number,
    rate: number,
    momentum: number,
    decay: number,
  ): void;
}

export interface Border {
  /** Pixels in a row, border included. */
  pitch: number;
  /** Numbers in one bordered image. */
  size: number;
  /** Bytes from the image's start to its first inner pixel. */
  inner: number;
}

export function bordered(height: number, width: number, channels: number): Border {
  const pitch = 4 * Math.ceil(width / 4) + 2;
  const rows = 4 * Math.ceil(height / 4) + 2;
  return { pitch, size: rows * pitch * channels, inner: 4 * (pitch + 1) * channels };
}

/** 4×4 tiles in one image. */
export function tilesOf(height: number, width: number): number {
  return Math.ceil(height / 4) * Math.ceil(width / 4);
}

/** Numbers of prepared weights, or of a weight gradient's sums: 36 planes, each with 16 to spare. */
export function preparedSize(from: number, to: number): number {
  return 36 * (from * to + 16);
}

/** Bytes of scratch that {@link Kernels.convolve} and {@link Kernels.addWeightGradient} need. */
export function convolutionScratch(block: number, from: number, to: number): number {
  const turned = 4 * 9 * from * to; // prepareTurnedWeights keeps a copy there
  return 2048 + Math.max(turned, 36 * (4 * block * (from + to) + 128));
}

/** Bytes of scratch for the patches of one image, whose last one may be written a vector too far. */
export function patchesScratch(height: number, width: number, from: number): number {
  return 4 * 9 * from * height * width + 16;
}
