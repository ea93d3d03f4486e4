import type { OnnxType } from './model.js';

/** The numbers ONNX gives its element types; `Cast` wants them too. */
export const ELEMENT_TYPES: Readonly<Record<OnnxType, number>> = {
  float32: 1,
  int64: 7,
  bool: 9,
  float64: 11,
};
