import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { encodeFloats } from '../encoding/base64.js';
import { InputError } from '../error.js';
import { type CalibrationBin, rightCalibration } from './calibration.js';
import { decide } from './decide.js';
import { fitPolicy } from './fit.js';
import { parsePolicy } from './parse.js';
import { policyId, printPolicy } from './print.js';
import { tune } from './tune.js';

const QUICK = { epochs: 4, hidden: [8] };
const table = randomTable({ rows: 400, columns: 1 });
const policy = fitPolicy(table, { ...QUICK, modelVersion: 'v7', hash: 'abc' });

// biome-ignore lint/suspicious/noExplicitAny: files are damaged here on purpose, in every way.
type Json = any;

describe('the artifact', () => {
  const METHODS = [
    'conf',
    'linear',
    'diff01',
    'maxprob',
    'two-stage',
    'drcpe-gce-kliep',
    'drcpe-gce-js',
    'drcpe-cost',
  ];

  it.each(METHODS)(
    '%s: comes back as it was, with the same decisions and the same text',
    (method) => {
      const costed = {
        ...table,
        costMatrix: Float64Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? 0 : k)),
        modelCost: new Float32Array(400).fill(0.1),
        experts: [{ ...table.experts[0], cost: new Float32Array(400).fill(2) }],
      };
      const made = fitPolicy(costed, { ...QUICK, method, members: method === 'diff01' ? 2 : 1 });
      const text = printPolicy(made);
      const read = parsePolicy(text);
      expect(read).toEqual(made);
      expect(printPolicy(read)).toBe(text);
      const p = table.model!.subarray(0, 4);
      const columns = made.scorer.features.columns.length > 0 ? [1] : [];
      expect(decide(read, p, columns)).toEqual(decide(made, p, columns));
      expect(made.calibration.bins[0]).toHaveProperty('modelCost');
      expect(made.calibration.bins[0]).toHaveProperty('expertCost');
      // What is set by costs remembers right and wrong too: promises may be about either.
      const right = rightCalibration(made.calibration);
      expect(right?.target).toBe(method === 'drcpe-cost' ? 'accuracy' : undefined);
      if (right) {
        const plain = fitPolicy(costed, { ...QUICK, method: 'conf' }).calibration;
        const sum = (bins: readonly CalibrationBin[]) =>
          bins.reduce((total, { model, expert }) => total + model + 1000 * expert, 0);
        expect(sum(right.bins)).toBe(sum(plain.bins));
      }
    },
  );

  it('the id changes with the weights and the options, not with the dial', () => {
    expect(policy.id).toBe(policyId(tune(policy, { rate: 0.9 })));
    expect(fitPolicy(table, { ...QUICK, seed: 1 }).id).not.toBe(policy.id);
    expect(policyId({ ...policy, modelVersion: 'v8' })).not.toBe(policy.id);
  });

  it('columns that were named come back; a reader that knows none finds the same id', () => {
    const columns = { model: 'bert_p*', expert: ['human', 'big=big_p*'], logits: true };
    const named = fitPolicy(table, { ...QUICK, modelVersion: 'v7', hash: 'abc', columns });
    const text = printPolicy(named);
    expect(parsePolicy(text)).toEqual(named);
    expect(JSON.parse(text).columns).toEqual(columns);
    expect(named.id).toBe(policy.id);
    const { columns: _unknown, checksum: _checksum, ...rest } = JSON.parse(text);
    expect(parsePolicy(JSON.stringify(rest))).toEqual(policy);
    for (const odd of [null, 5, 'x', [], { model: 3 }, { expert: [1] }, { id: null }])
      refusal(JSON.stringify({ ...JSON.parse(text), columns: odd }));
    // Where nobody named any, the file is the same as ever.
    expect(printPolicy(policy)).not.toContain('"columns": {');
  });

  it('an editor may have put a byte-order mark before it', () => {
    expect(parsePolicy(`\ufeff${printPolicy(policy)}`)).toEqual(policy);
  });

  it('cut off at any point, it is refused with one sentence', () => {
    const text = printPolicy(policy);
    for (let at = 0; at < text.trimEnd().length; at += 97) refusal(text.slice(0, at));
  });

  it('with any byte turned into another, it is refused or means the same', () => {
    const text = printPolicy(policy);
    const head = text.indexOf('"threshold"');
    const tail = text.indexOf('"classes"');
    for (let at = 0; at < text.length; at += 97) {
      if (at >= head && at < tail) continue; // the dial is free to turn
      const turned = text[at] === 'A' ? 'B' : 'A';
      refusal(text.slice(0, at) + turned + text.slice(at + 1));
    }
  });

  it('tampered weights are refused', () => {
    const text = printPolicy(policy);
    const at = text.indexOf('"weights":"') + 30;
    const other = text[at] === 'Q' ? 'R' : 'Q';
    expect(refusal(text.slice(0, at) + other + text.slice(at + 1))).toMatch(
      /content does not match its id|not a finite number/,
    );
  });

  const edited = (edit: (file: Json) => void): string => {
    const file = JSON.parse(printPolicy(policy));
    edit(file);
    return JSON.stringify(file);
  };

  it.each<[string, (file: Json) => void, string]>([
    [
      'another format',
      (f) => {
        f.format = 'onnx';
      },
      'is not a cede policy (its format is "onnx", expected "cede/policy").',
    ],
    [
      'no format',
      (f) => {
        delete f.format;
      },
      'its format is missing',
    ],
    [
      'a newer version',
      (f) => {
        f.version = 2;
      },
      'is of version 2, this program reads up to 1. Update cede.',
    ],
    [
      'no version',
      (f) => {
        delete f.version;
      },
      'its version is missing',
    ],
    [
      'a strange version',
      (f) => {
        f.version = '1';
      },
      'its version is "1"',
    ],
    [
      'an unknown requirement',
      (f) => {
        f.requires = ['teleport'];
      },
      "requires teleport, which this program doesn't know.",
    ],
    [
      'requires that is no list',
      (f) => {
        f.requires = 'teleport';
      },
      'its list of required features is missing',
    ],
    [
      'no thresholds',
      (f) => {
        f.threshold.values = [];
      },
      'threshold.values must be a list of at least 1, found [].',
    ],
    [
      'a threshold that is text',
      (f) => {
        f.threshold.values = ['0.5'];
      },
      'threshold.values[0] must be a number, inf or -inf, found "0.5".',
    ],
    [
      'null as a threshold',
      (f) => {
        f.threshold.values = [null];
      },
      'threshold.values[0] must be a number, inf or -inf, found null.',
    ],
    [
      'a revision that is text',
      (f) => {
        f.threshold.revision = 'x';
      },
      'threshold.revision must be a whole number from 0, found "x".',
    ],
    [
      'chosen by magic',
      (f) => {
        f.threshold.chosen = { by: 'magic' };
      },
      'threshold.chosen.by must be one of rate, cost',
    ],
    [
      'nothing chosen',
      (f) => {
        delete f.threshold.chosen;
      },
      'threshold.chosen is missing.',
    ],
    [
      'certificates that are no list',
      (f) => {
        f.certificates = 5;
      },
      'certificates must be a list, found 5.',
    ],
    [
      'another combine',
      (f) => {
        f.combine = 'sum';
      },
      'combine must be one of network, confidence',
    ],
    [
      'another head',
      (f) => {
        f.head = 'relu';
      },
      'head must be one of identity, softplus, found "relu".',
    ],
    [
      'no networks',
      (f) => {
        f.networks = [];
      },
      'there is no network.',
    ],
    [
      'a network for other features',
      (f) => {
        f.features.columns = [];
      },
      'inputs, the features give',
    ],
    [
      'a layer too few',
      (f) => {
        f.networks[0].layers.pop();
      },
      'network 1 has 1 layers (expected 2).',
    ],
    [
      'a layer too short',
      (f) => {
        f.networks[0].layers[0].weights = '';
      },
      'network 1, layer 1: holds 0 bytes',
    ],
    [
      'unknown features',
      (f) => {
        f.features.kind = 'pixels';
      },
      'features "pixels" are unknown.',
    ],
    [
      'a deviation of 0',
      (f) => {
        f.features.columns[0].deviation = 0;
      },
      'feature column 0: mean',
    ],
    [
      'another id',
      (f) => {
        f.id = '0000';
      },
      'its content does not match its id 0000',
    ],
    [
      'another expert',
      (f) => {
        f.experts = ['Mallory'];
      },
      'its content does not match its id',
    ],
    [
      'a bin without a number',
      (f) => {
        f.calibration.binRows[0] = null;
      },
      'calibration.binRows[0] must be a number, found null.',
    ],
  ])('%s is refused', (_name, edit, message) => {
    expect(refusal(edited(edit))).toContain(message);
  });

  it('NaN weights are refused', () => {
    const text = edited((f) => {
      f.networks[0].layers[1].biases = encodeFloats(Float32Array.of(Number.NaN));
    });
    expect(refusal(text)).toContain('network 1, layer 2: a weight is not a finite number.');
  });

  it('hostile JSON, any key missing or of another type, never gives a TypeError', () => {
    const whole = JSON.parse(printPolicy(policy));
    const values = [undefined, null, 5, 'x', [], {}, [null], true, -1];
    const paths: string[][] = [];
    const walk = (node: Json, path: string[]) => {
      if (node === null || typeof node !== 'object') return;
      for (const key of Object.keys(node)) {
        if (Array.isArray(node) && Number(key) > 0) break;
        paths.push([...path, key]);
        walk(node[key], [...path, key]);
      }
    };
    walk(whole, []);
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      for (const value of values) {
        const file = structuredClone(whole);
        let node = file;
        for (const key of path.slice(0, -1)) node = node[key];
        node[path.at(-1)!] = value;
        try {
          const read = parsePolicy(JSON.stringify(file));
          decide(read, [0.25, 0.25, 0.25, 0.25], [0]); // what was accepted must work
        } catch (error) {
          expect([path.join('.'), value, (error as Error).name]).toEqual([
            path.join('.'),
            value,
            'InputError',
          ]);
        }
      }
    }
    for (const text of ['null', '5', '"x"', '[]', '{}', 'true', '']) refusal(text);
  });

  /** The one sentence that a file is refused with. */
  function refusal(text: string): string {
    try {
      parsePolicy(text, 'p.json');
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      const { message } = error as Error;
      expect(message).toMatch(/^p\.json: /);
      expect(message).not.toContain('\n');
      return message;
    }
    throw new Error(`accepted: ${text.slice(0, 80)}`);
  }
});
