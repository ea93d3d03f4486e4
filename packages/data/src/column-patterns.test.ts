import { describe, expect, it } from 'vitest';
import { alternatives, capturedNames, splitColumns } from './column-patterns.js';
import { ColumnSearch } from './column-search.js';

describe('columns as people name them', () => {
  it('braces stand for each of their parts, as in a shell', () => {
    expect(alternatives('f_{age,crp}')).toEqual(['f_age', 'f_crp']);
    expect(alternatives('{a,b}_{x,y*}')).toEqual(['a_x', 'a_y*', 'b_x', 'b_y*']);
    expect(alternatives('f_{a,{b,c}}')).toEqual(['f_a', 'f_b', 'f_a', 'f_c']);
    expect(alternatives('plain{1}')).toEqual(['plain{1}']);
  });

  it('commas separate outside braces, and a backslash keeps one', () => {
    expect(splitColumns('a, b,{c,d}_*,')).toEqual(['a', 'b', '{c,d}_*']);
    expect(splitColumns('price\\, EUR,b')).toEqual(['price, EUR', 'b']);
  });

  it('classes are called by what tells their columns apart', () => {
    expect(capturedNames('m_{cat,car}', ['m_cat', 'm_car'])).toEqual(['cat', 'car']);
    expect(capturedNames(['m_cat', 'm_car'], ['m_cat', 'm_car'])).toEqual(['cat', 'car']);
    expect(capturedNames(['m_p0', 'm_p1'], ['m_p0', 'm_p1'])).toEqual(['0', '1']);
    expect(capturedNames(['a_*', 'b_x'], ['a_1', 'b_x'])).toEqual(['1', '']);
    expect(capturedNames('m_{p,q}?', ['m_p1', 'm_q2'])).toEqual(['p1', 'q2']);
    // As spreadsheets have them: "tree prob (oak)", "RF: oak".
    const bracketed = ['tree prob (oak)', 'tree prob (elm)'];
    expect(capturedNames('tree prob*', bracketed)).toEqual(['oak', 'elm']);
    expect(capturedNames('RF:*', ['RF: oak', 'RF: elm'])).toEqual(['oak', 'elm']);
    expect(capturedNames('p_*', ['p_(a)', 'p_(b)'])).toEqual(['(a)', '(b)']);
    expect(capturedNames('P(*', ['P(oak) %', 'P(elm) %'])).toEqual(['oak', 'elm']);
    expect(capturedNames('p_*', ['p_A+', 'p_B+'])).toEqual(['A+', 'B+']);
  });
});

describe('a search by several patterns', () => {
  const names = ['f_age', 'f_crp', 'x', 'a,b', 'm_{p,q}'];
  const search = () =>
    new ColumnSearch(
      names.map((name) => ({ name, kind: 'number', width: 1 })),
      't.csv',
    );
  const found = (asked: string | string[]) =>
    search()
      .features(asked)
      .map(({ name }) => name);

  it('finds each column once, in the order asked', () => {
    expect(found(['x', 'f_*', 'f_age'])).toEqual(['x', 'f_age', 'f_crp']);
    expect(found('f_{crp,age}')).toEqual(['f_crp', 'f_age']);
  });

  it('takes a name for itself before it takes it apart', () => {
    expect(found('a,b')).toEqual(['a,b']);
    expect(found('m_{p,q}')).toEqual(['m_{p,q}']);
  });

  it('refuses a part that finds nothing, by its name', () => {
    expect(() => found(['f_age', 'f_cpr'])).toThrow(/no column "f_cpr".*Did you mean f_crp/s);
    expect(() => found('f_{age,nothing}')).toThrow(/no column "f_nothing" \("features";/);
  });
});
