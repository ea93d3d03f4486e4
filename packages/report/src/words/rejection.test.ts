import { rejection } from '@cede/study';
import { expect, it } from 'vitest';
import { rejectionText } from './rejection.js';

it('says nothing of answers where none is given', () => {
  const none = rejection([3, 2, 1], [1, 0, 1], 'accuracy', [1, 1, 1]);
  expect(rejectionText(none, 'accuracy', 0.6)[0]).toBe('  answered      0.00 %');
});
