import { afterEach, expect, it } from 'vitest';
import { optionText, writeOptionsAs } from './option-text.js';

afterEach(() => writeOptionsAs());

it('is written as a program gives it, until somebody says otherwise', () => {
  expect(optionText('modelCost')).toBe('"modelCost"');
  expect(optionText('model', 'resnet_p*')).toBe("model: 'resnet_p*'");
  expect(optionText('rate', '0.2')).toBe('rate: 0.2');
  writeOptionsAs((name, value = '…') => `/${name}=${value}`);
  expect(optionText('model', 'x')).toBe('/model=x');
  expect(optionText('model')).toBe('/model=…');
});
