import { expect, it } from 'vitest';
import { unusedNote } from './notes.js';

it('takes columns that say who was right for other experts, never for features', () => {
  const { message } = unusedNote(
    ['opus_correct', 'opus_cost', 'haiku_label', 'age', 'site_propensity'],
    ['f_*'],
  );
  expect(message).toContain('--expert opus,haiku');
  expect(message).toContain("--features 'f_*,age'");
  expect(message).not.toMatch(/--features [^ ]*(opus|haiku)/);
  expect(message).not.toContain('--expert-cost');
});
