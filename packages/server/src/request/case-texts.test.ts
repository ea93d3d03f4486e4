import fc from 'fast-check';
import { expect, it } from 'vitest';
import { caseTexts } from './case-texts.js';

const cases = fc.array(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.string())));

it('gives every case of a batch as it was written, whatever stands in it', () => {
  fc.assert(
    fc.property(cases, fc.constantFrom(0, 1, '\t'), (all, blanks) => {
      const texts = caseTexts(JSON.stringify({ cases: all }, null, blanks), all.length);
      expect(texts?.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(all)));
    }),
  );
});

it('leaves a body alone that it could misread', () => {
  expect(caseTexts('{"cases": [{"id": "a"}], "cases": []}', 0)).toBeUndefined();
  expect(caseTexts('{"cases": [{"id": "a"}], "more": 1}', 1)).toBeUndefined();
  expect(caseTexts('{"more": 1, "cases": [{"id": "a"}]}', 1)).toBeUndefined();
  expect(caseTexts('{"cases": [1, {"id": "a"}]}', 2)).toBeUndefined();
  expect(caseTexts('{"cases": {"0": []}}', 1)).toBeUndefined();
  expect(caseTexts(' { "cases" : [ {"id": "]}\\"\\\\"} ] } ', 1)).toEqual(['{"id": "]}\\"\\\\"}']);
});
