/** Answers that are judged by a truth have no losses of their own to be given. */
export const needsLossColumns = (loss: string): string | null =>
  loss === 'given' ? 'needs the columns model_loss and expert_loss.' : null;
