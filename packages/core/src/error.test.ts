import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError, insist, isAbout, isRefusal } from './error.js';
import { ERROR_CODES } from './error-codes.js';

describe('a refusal', () => {
  const refusal = new InputError(
    'there is no label.',
    'label-missing',
    { asked: 1 },
    'table a.csv',
  );

  it('is a sentence for people, a code and details for programs', () => {
    expect(refusal.message).toBe('table a.csv: there is no label.');
    expect(refusal).toMatchObject({ sentence: 'there is no label.', subject: 'table a.csv' });
    expect(refusal).toMatchObject({ code: 'label-missing', details: { asked: 1 } });
    expect(new InputError('no.')).toMatchObject({
      code: 'invalid-input',
      details: {},
      message: 'no.',
    });
    expect(JSON.parse(JSON.stringify(refusal.details))).toEqual(refusal.details);
  });

  it('keeps its reason when it is said otherwise', () => {
    expect(refusal.of('table b.csv')).toMatchObject({
      ...{
        message: 'table b.csv: there is no label.',
        code: 'label-missing',
        details: { asked: 1 },
      },
    });
    const more = refusal.saying(`${refusal.message} Name it.`);
    expect(more.message).toBe('table a.csv: there is no label. Name it.');
    expect(isRefusal(more, 'label-missing')).toBe(true);
    expect(isRefusal(more, 'usage')).toBe(false);
    expect(isRefusal(new Error('label-missing'), 'label-missing')).toBe(false);
    expect([isAbout(more, 'columns'), isAbout(more, 'rows')]).toEqual([true, false]);
  });

  it('is one line, whatever a name in it holds', () => {
    const { message, sentence } = new InputError('no "a\n\tb".', 'usage', {}, 'table c\r\n.csv');
    expect([message, sentence]).toEqual(['table c .csv: no "a b".', 'no "a b".']);
  });

  it('comes of a condition that fails', () => {
    expect(() => insist(true, () => 'no.', 'usage')).not.toThrow();
    expect(() => insist(false, () => 'no.', 'usage', { a: 1 })).toThrow(
      expect.objectContaining({ message: 'no.', code: 'usage', details: { a: 1 } }),
    );
  });
});

describe('codes', () => {
  it('are short, in kebab-case, and each has a meaning', () => {
    for (const [code, { meaning }] of Object.entries(ERROR_CODES)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+){0,3}$/);
      expect(meaning).toMatch(/\.$/);
    }
  });

  it('core names no option of the command line', () => {
    const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' });
    const own = files.filter((file) => /\.ts$/.test(file) && !/\.(test|long)\.ts$/.test(file));
    expect(own.length).toBeGreaterThan(100);
    for (const file of own) {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      expect(text.match(/['"`(,\s]--[a-z][a-z-]*/g), file).toBe(null);
    }
  });
});
