/** Adam as PyTorch does it: weight decay is L2, added to the gradient. */
export interface AdamSettings {
  readonly learningRate: number;
  readonly weightDecay: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
}

/** The paper's learning rate and decay; the rest are Adam's usual constants. */
export const PAPER_ADAM: AdamSettings = {
  learningRate: 7e-4,
  weightDecay: 1e-3,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
};

/** Bias corrections, step by step: β^t by repeated multiplication, the same bytes everywhere. */
export class Corrections {
  #power1 = 1;
  #power2 = 1;
  constructor(private readonly settings: AdamSettings) {}

  next(): { stepSize: number; root: number } {
    this.#power1 *= this.settings.beta1;
    this.#power2 *= this.settings.beta2;
    return {
      stepSize: this.settings.learningRate / (1 - this.#power1),
      root: Math.sqrt(1 - this.#power2),
    };
  }
}

export interface AdamState {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

export function initAdam(size: number): AdamState {
  return { first: new Float64Array(size), second: new Float64Array(size) };
}

/** One update of the parameters in place: the reference of the kernel's `adam`. */
export function updateAdam(
  parameters: Float64Array,
  gradient: Float64Array,
  state: AdamState,
  settings: AdamSettings,
  correction: { stepSize: number; root: number },
): void {
  const { beta1, beta2, weightDecay, epsilon } = settings;
  for (let i = 0; i < parameters.length; i++) {
    const slope = gradient[i] + weightDecay * parameters[i];
    state.first[i] = beta1 * state.first[i] + (1 - beta1) * slope;
    state.second[i] = beta2 * state.second[i] + (1 - beta2) * slope * slope;
    parameters[i] -=
      (correction.stepSize * state.first[i]) /
      (Math.sqrt(state.second[i]) / correction.root + epsilon);
  }
}
