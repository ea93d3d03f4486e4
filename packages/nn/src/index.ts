export { kernelBuild } from './kernel/build.js';
export { supportsFma } from './kernel/webassembly.js';
export { multiplyAdds, tensorShapes } from './network/architecture.js';
export { decodeNetwork, encodeNetwork } from './network/bytes.js';
export {
  initialNetwork,
  type Network,
  networkFromTensors,
  type Tensor,
} from './network/network.js';
export { channelMoments, type NetworkSpec } from './network/spec.js';
export { type OnnxOptions, toOnnx } from './onnx.js';
export { type PredictionOptions, predict, predictLogits } from './predict.js';
export { type EpochSummary, epochsDone } from './train/checkpoint.js';
export type { LabelledImages, TrainingOptions } from './train/options.js';
export type { Progress } from './train/progress.js';
export { type TrainedNetwork, type TrainingRequest, trainNetwork } from './train/train.js';
