import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMMAND,
  cede,
  cedeProcess,
  done,
  ended,
  expectRefusal,
  QUICK_FIT,
  temporaryFolder,
} from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), world());
  await writeTable(folder.at('labels.csv'), world({ expert: 'labels' }));
  await done(['fit', 'fit.csv', '-o', 'policy.json', ...QUICK_FIT], { cwd });
  mkdirSync(folder.at('folder'));
  writeFileSync(folder.at('cut.json'), '{"format": "cede/policy", "ver');
  writeFileSync(folder.at('list.json'), '[]');
  writeFileSync(folder.at('empty.json'), '');
});
afterAll(folder.remove);

const run = (line: string) => cede(line.split(' '), { cwd });

describe.concurrent('a wrong command line ends with 2', () => {
  it.each<[string, RegExp]>([
    ['check', /missing required argument 'table'/],
    ['fit fit.csv', /required option '-o, --output <file>' not specified/],
    ['fit fit.csv -o x.json --rate 20', /--rate: must lie between 0 and 1, got "20".*write 0\.2/],
    ['evaluate policy.json fit.csv --confidence 95', /got "95" instead\. For 95 % write 0\.95\./],
    ['fit fit.csv -o x.json --rate %', /--rate: must lie between 0 and 1, got "%"/],
    ['fit fit.csv -o x.json --rate 0b1', /--rate: must lie between 0 and 1, got "0b1"/],
    ['fit fit.csv -o x.json --budget 0x10', /--budget: must be a number from 0, got "0x10"/],
    ['fit fit.csv -o x.json --rate lots', /--rate: must lie between 0 and 1, got "lots"/],
    ['fit fit.csv -o x.json --rate 0.1 --cost 1', /fit: give one of .*got --rate and --cost/],
    ['fit fit.csv -o x.json --epochs 0', /--epochs: must be a whole number from 1, got "0"/],
    ['fit fit.csv -o x.json --hidden 8,x', /--hidden: must be a whole number from 1, got "x"/],
    ['fit fit.csv -o x.json --calibration-share 1', /--calibration-share: must be less than 1/],
    ['fit fit.csv -o x.json --method maxprbo', /--method: .*unknown\. Did you mean maxprob\?/],
    [
      'tune policy.json',
      /exactly one of --rate, --cost, --density-ratio and --budget, or a promise; got none/,
    ],
    ['tune policy.json --rate 0.1 --cost 1', /got --rate and --cost/],
    ['tune policy.json --cost 0.1 --density-ratio 1', /got --cost and --density-ratio/],
    ['tune policy.json --cost 0.1 --traffic fit.csv', /--traffic sets a rate/],
    ['compare fit.csv --out x', /with one table.*--test-share 0\.5/],
    ['compare fit.csv fit.csv --test-share 0.5 --out x', /not both/],
    ['compare fit.csv --test-share 0 --out x', /--test-share: must be more than 0/],
    ['compare fit.csv --test-share 0.5', /required option '--out <folder>'/],
    ['compare fit.csv --test-share 0.5 --out x --rates 0.2,0.1', /rates must rise, got 0\.2/],
    ['compare fit.csv --test-share 0.5 --out x --methods conf,foo', /method "foo" is unknown/],
    ['compare fit.csv --test-share 0.5 --out x --jobs 0', /--jobs: must be a whole number/],
    ['compare fit.csv --test-share 0.5 --out x --paper --seeds 1', /--seeds 1 has none/],
    ['evaluate policy.json fit.csv --confidence 1', /--confidence: must be more than 0/],
    [
      'tune policy.json fit.csv --group g --per-group rate --max-error 0.3',
      /--per-group rate is about a rate in every group.*write --per-group error/,
    ],
    ['export policy.json --onnx x --table t', /--table, --model and --keep are about --sql/],
    ['export policy.json --js x --keep id', /--table, --model and --keep are about --sql/],
    ['export policy.json --js x --onnx ./x', /the second would replace the first/],
    ['replay log.db --policy policy.json --export x --recertify 0.1', /--export writes a table/],
    ['replay log.db --policy policy.json --export x --worth 0.1', /--export writes a table/],
    ['replay log.db --policy policy.json --recertify 0.1 --worth 0.1', /--worth is about a gain/],
    ['replay log.db --policy policy.json --confidence 1', /--confidence: must be more than 0/],
    ['replay log.db --policy policy.json -o x.json', /--output goes with --recertify/],
    ['decide policy.json fit.csv --top 0', /--top: must be a whole number from 1/],
    ['export policy.json', /name what to write with --onnx, --sql or --js/],
    // A mistyped option is told before the one that is then missing.
    ['export policy.json --onx x', /unknown option '--onx'\n\(Did you mean --onnx\?\)/],
    ['fit fit.csv --mehtod conf', /unknown option '--mehtod'\n\(Did you mean --method\?\)/],
    ['fit fit.csv --outptu x', /unknown option '--outptu'\n\(Did you mean --output\?\)/],
    ['compare fit.csv fit.csv --otu x', /unknown option '--otu'\n\(Did you mean --out\?\)/],
    ['lab run tiny --otu x', /unknown option '--otu'\n\(Did you mean --out\?\)/],
    ['lab run tiny', /required option '--out <folder>' not specified/],
  ])('cede %s', async (line, said) => {
    expectRefusal(await run(line), 2, said);
    expect(existsSync(folder.at('x'))).toBe(false);
    expect(existsSync(folder.at('x.json'))).toBe(false);
  });
});

describe.concurrent('work that fails ends with 1', () => {
  it.each<[string, RegExp]>([
    ['check nowhere.csv', /table nowhere\.csv: there is no such file/],
    ['check fit.csv fit.csv', /table fit\.csv: is given twice, so its rows would count twice/],
    ['evaluate policy.json fit.csv fi*.csv', /table fit\.csv: is given twice/],
    ['evaluate policy.json fit.csv ./fit.csv', /\.\/fit\.csv: is the same file as fit\.csv/],
    ['tune nowhere.json --rate 0.1', /policy nowhere\.json: can't be read \(there is no such/],
    ['tune folder --rate 0.1', /policy folder: can't be read \(it is a folder\)/],
    ['tune fit.csv --rate 0.1', /policy fit\.csv: is a table .* The policy comes first/],
    ['decide fit.csv policy.json', /policy fit\.csv: is a table .* The policy comes first/],
    ['check fit.csv --expert expret', /no column "expret" .*\)\.$/m],
    ['check labels.csv --expert expert_lable', /Did you mean expert_label\?$/m],
    ['tune cut.json --rate 0.1', /cut\.json: .*cut off or damaged/],
    ['evaluate list.json fit.csv', /list\.json/],
    ['evaluate empty.json fit.csv', /empty\.json/],
    ['evaluate policy.json nowhere.csv', /there is no such file/],
    ['decide policy.json nowhere.csv', /nowhere\.csv: can't be read \(there is no such/],
    ['decide policy.json folder', /folder: can't be read \(it is a folder\)/],
    ['decide nowhere.json fit.csv', /nowhere\.json: can't be read/],
    ['export nowhere.json --onnx x.onnx', /nowhere\.json: can't be read/],
    ['compare nowhere.csv --test-share 0.5 --out x', /there is no such file/],
    [
      'compare fit.csv fit.csv --out x',
      /fit\.csv is the very table that is fitted.*this table alone with --test-share 0\.5/,
    ],
    [
      'compare labels.csv --test-share 0.5 --out x --methods maxprob',
      /method maxprob: maxprob needs the expert's probabilities/,
    ],
    [
      'compare fit.csv --test-share 0.01 --out x',
      /a test share of 0\.01 leaves 4 rows of fit\.csv to test on, too few to say anything\. Give a larger share/,
    ],
    [
      'compare fit.csv --test-share 0.9975 --out x',
      /a test share of 0\.9975 leaves 1 row of fit\.csv to fit on, .*Give a smaller share/,
    ],
    [
      'fit fit.csv -o x.json --cost-matrix nowhere.csv',
      /cost matrix nowhere\.csv: can't be read \(there is no such file or folder\)/,
    ],
    ['fit fit.csv -o x.json --cost-matrix .', /cost matrix \.: can't be read \(it is a folder\)/],
  ])('cede %s', async (line, said) => {
    expectRefusal(await run(line), 1, said);
    for (const name of ['x', 'x.json', 'x.onnx'])
      expect(existsSync(folder.at(name)), name).toBe(false);
  });
});

it.each([
  ['fit mine.csv -o mine.csv', 'mine.csv'],
  ['fit fit.csv mine.csv -o ./mine.csv', 'mine.csv'],
  ['tune policy.json mine.csv --max-rate 0.3 -o mine.csv', 'mine.csv'],
  ['tune policy.json --rate 0.3 --traffic mine.csv -o mine.csv', 'mine.csv'],
  ['export mine.json --js mine.json', 'mine.json'],
  ['predict --model a.onnx --expert b.onnx --images mine.csv -o mine.csv', 'mine.csv'],
])('cede %s: what is read is not written over', async (line, name) => {
  await writeTable(folder.at('mine.csv'), world({ expert: 'labels' }));
  copyFileSync(folder.at('policy.json'), folder.at('mine.json'));
  const before = readFileSync(folder.at(name), 'utf8');
  expectRefusal(await run(line), 1, /mine\.\w+: is read by this command.*Name another file/);
  expect(readFileSync(folder.at(name), 'utf8')).toBe(before);
});

describe.concurrent('an option that nothing listens to is refused', () => {
  const conf = 'fit.csv --test-share 0.5 --out x --methods conf --method conf';
  it.each<[string, RegExp]>([
    [`compare ${conf} --currency €`, /--currency is what costs are in, and nothing has a price\./],
    [`compare ${conf} --budget 1`, /a budget pays for answers, and nothing says what they cost\./],
    [`compare ${conf} --budget 1 --error-cost 5`, /a budget pays for answers.*--expert-cost/],
    [
      'compare fit.csv --test-share 0.5 --out x --method reject --methods reject,conf --budget 1',
      /a budget pays for answers/,
    ],
    ['compare fit.csv --test-share 0.5 --out x --method oracle', /no finding can be about it/],
    ['compare fit.csv --test-share 0.5 --out x --method random', /no finding can be about it/],
    ['check fit.csv --answers calibrated', /--answers says how errors are priced by a cost matrix/],
  ])('cede %s', async (line, said) => {
    expectRefusal(await run(line), 1, said);
    for (const name of ['x', 'x.json']) expect(existsSync(folder.at(name)), name).toBe(false);
  });
});

describe.concurrent('options of training that nothing is trained by', () => {
  const split = 'fit.csv --test-share 0.5 --seeds 1 --methods conf';
  it.each<[string, RegExp]>([
    ['fit fit.csv -o idle.json --method conf --members 3', /warning: --members changes nothing: /],
    [
      'fit fit.csv -o idle.json --method ridge --scorer network',
      /warning: --scorer changes nothing/,
    ],
    [
      `compare ${split} --out idle --method linear --batch 9`,
      /--batch changes nothing: .* linear fits/,
    ],
    [
      'check fit.csv --verdict --method conf --epochs 2',
      /--epochs changes nothing: .* conf doesn't/,
    ],
  ])('cede %s', async (line, said) => {
    expect(await done(line.split(' '), { cwd })).toMatch(said);
  });
});

describe.concurrent('an output that can’t be written', () => {
  it.each<[string, RegExp]>([
    ['fit fit.csv -o folder', /folder: can't be written \(it is a folder\)/],
    ['fit fit.csv -o nowhere/x.json', /can't be written \(there is no such file or folder\)/],
    ['fit fit.csv -o fit.csv/x.json', /can't be written \(a part of the path is not a folder\)/],
    ['tune policy.json --rate 0.1 -o folder', /can't be written \(it is a folder\)/],
    ['export policy.json --onnx folder', /can't be written \(it is a folder\)/],
    ['export policy.json --onnx nowhere/x.onnx', /can't be written/],
    [
      'compare fit.csv --test-share 0.5 --out fit.csv',
      /--out fit\.csv: can't be made \(there is a file/,
    ],
  ])('cede %s', async (line, said) => {
    expectRefusal(await run(line), 1, said);
    expect(readdirSync(folder.at('folder'))).toEqual([]);
  });

  const hasDevices = existsSync('/dev/full'); // Linux alone has a disk that is always full

  it.skipIf(!hasDevices)('may be a device, which stays one', async () => {
    for (const line of [
      `fit fit.csv -o /dev/full ${QUICK_FIT.join(' ')}`,
      'tune policy.json --rate 0.1 -o /dev/full',
      'export policy.json --onnx /dev/full',
    ])
      expectRefusal(await run(line), 1, /\/dev\/full: can't be written \(the disk is full\)/);
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
    // A shell's pipe; the sockets of this test runner can't be opened by name.
    const tune = `"${process.execPath}" "${COMMAND}" tune policy.json --rate 0.1 --quiet`;
    const printed = execFileSync('sh', ['-c', `${tune} -o /dev/stdout | cat`], { cwd }).toString();
    expect(JSON.parse(printed).format).toBe('cede/policy');
  });

  it.skipIf(!hasDevices)('may be stdout on a full disk', async () => {
    for (const line of ['check fit.csv', 'check fit.csv --json', 'decide policy.json fit.csv']) {
      const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
      const ran = await cedeProcess(line.split(' '), { cwd, stdio: [...stdio] });
      expectRefusal(ran, 1, /stdout can't be written \(the disk is full\)/);
    }
  });

  it.skipIf(process.platform === 'win32')('may be a file with room for some of it', async () => {
    const json = 'check fit.csv --json';
    const whole = { decide: await run('decide policy.json fit.csv'), check: await run(json) };
    for (const line of ['decide policy.json fit.csv', json]) {
      // The one way to a short write for everybody: a limit of 1 block (512 bytes or 1,024) a file.
      const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" "$@" > full.txt`;
      const args = ['-c', limited, process.execPath, COMMAND, ...line.split(' ')];
      const ran = await ended(spawn('sh', args, { cwd }));
      expectRefusal(ran, 1, /stdout can't be written \(the file is as large as it may be\)/);
      const written = readFileSync(folder.at('full.txt'), 'utf8');
      expect(written.length).toBeGreaterThan(0);
      const { out } = line === json ? whole.check : whole.decide;
      expect(out.startsWith(written) && out.length > written.length).toBe(true);
    }
  });

  it.skipIf(!canBeNobody())('may lie in a folder of someone else', async () => {
    mkdirSync(folder.at('theirs'), { mode: 0o755 });
    execFileSync('chmod', ['755', cwd]);
    for (const line of ['fit fit.csv -o theirs/x.json', 'export policy.json --onnx theirs/x.onnx'])
      expectRefusal(
        await cedeProcess(line.split(' '), { cwd, uid: 65534, gid: 65534 }),
        1,
        /can't be written \(not permitted\)/,
      );
    expect(readdirSync(folder.at('theirs'))).toEqual([]);
  });

  it.skipIf(!canMount())('may lie on a disk that is full', async () => {
    mkdirSync(folder.at('tiny'));
    for (const line of [
      `fit fit.csv -o tiny/x.json ${QUICK_FIT.join(' ')}`,
      'export policy.json --onnx tiny/x.onnx',
      `compare fit.csv --test-share 0.5 --out tiny/x --seeds 1 --methods conf,linear --method linear --quiet`,
    ]) {
      // The small disk belongs to this shell alone and goes away with it.
      const script = `mount -t tmpfs -o size=4k tmpfs tiny
        "${process.execPath}" "${COMMAND}" ${line}
        code=$?
        find tiny -type f > left.txt
        exit $code`;
      const shell = spawn('unshare', ['-m', 'sh', '-c', script], { cwd });
      expectRefusal(await ended(shell), 1, /can't (be written|write).*(the disk is full|ENOSPC)/);
      // Cells that were finished may stay; nothing half-written and no result.
      const left = readFileSync(folder.at('left.txt'), 'utf8').split('\n').filter(Boolean);
      expect(left.filter((name) => !/\/cells\/[0-9a-f]{64}\.json$/.test(name))).toEqual([]);
    }
  });
});

/** Mounting needs rights that a container may not have. */
function canMount(): boolean {
  const script = 'mkdir -p "$0" && mount -t tmpfs -o size=4k tmpfs "$0"';
  const probe = temporaryFolder();
  try {
    execFileSync('unshare', ['-m', 'sh', '-c', script, probe.path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    probe.remove();
  }
}

/** Whether this user may start the command as another, who may then read it (a private clone is closed). */
function canBeNobody(): boolean {
  const nobody = { uid: 65534, gid: 65534 };
  return process.getuid?.() === 0 && spawnSync('test', ['-r', COMMAND], nobody).status === 0;
}
