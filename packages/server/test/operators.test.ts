import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitPolicy, printPolicy } from '@cede/core';
import { afterAll, describe, expect, it } from 'vitest';
import { receiptSchema } from '../src/schema/answers.js';
import { maintainStore } from '../src/serve/command.js';
import { readConfig, serveOptions, settingsOf } from '../src/serve/config.js';
import { SERVE_FLAGS } from '../src/serve/flags.js';
import { startService } from '../src/serve/start.js';
import { startProcess } from './kill.js';
import { started, temporaryFolder, worldPolicy, worldTable, worldText } from './world.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const probs = [0.4, 0.35, 0.25];
const write = (name: string, content: unknown) => {
  const path = folder.at(name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('a config file', () => {
  const cats = write('cats.json', worldText());
  const dogs = write('dogs.json', worldText({ seed: 2 }));

  it('serves several policies by path, each with settings of its own; flags win', async () => {
    const config = write('serve.json', {
      ...{ store: folder.at('several.db'), port: 1, audit: 0.01 },
      policies: {
        cats: { policy: cats, rate: 0.2, cap: '10/hour' },
        dogs: { policy: dogs, observe: true, audit: 0.5 },
      },
    });
    const options = serveOptions(undefined, { port: 0 }, readConfig(config));
    const serving = await startService(options);
    expect(serving.summary).toMatch(
      /^policies cats \(\w{4}…, rate 0\.20, enforce\), dogs \(\w{4}…, rate 0\.\d\d, observe\), store /,
    );
    const ask = async (path: string, body?: unknown) => {
      const reply = await fetch(serving.address + path, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
      });
      return { status: reply.status, json: await reply.json() };
    };
    const [cat, dog] = [
      await ask('/v1/policies/cats/decide', { id: 'x', probs }),
      await ask('/v1/policies/dogs/decide', { id: 'x', probs }),
    ];
    expect(cat.json.policy).toBe(worldPolicy().id);
    expect(dog.json.policy).toBe(worldPolicy({ seed: 2 }).id);
    // The first is the one at /v1 itself, and the same id is another case under another policy.
    expect((await ask('/v1/decisions/x')).json.decision).toEqual(cat.json);
    const [of, mode] = [
      (await ask('/v1/policies/cats/status')).json,
      (await ask('/v1/policies/dogs/status')).json.mode,
    ];
    expect([of.control.target, of.caps.nurse.limit, mode]).toEqual([0.2, 10, 'observe']);
    expect((await ask('/v1/policies/birds/status')).status).toBe(404);
    await serving.stop();
  });

  it.each([
    ['{"prot": 1}', /config .*bad\.json: .*unknown key "prot"/],
    ['{"port": "high"}', /port: expected a (whole|finite) number, got "high"/],
    ['{"rate": 2}', /rate: must be at most 1/],
    ['{"policies": {"a": {"policy": "p", "port": 3}}}', /policies\.a: has the unknown key "port"/],
    ['{"policies": {"a": {"rate": 0.1}}}', /policies\.a\.policy: is missing/],
    ['{"policies": {"b c": {"policy": "p"}}}', /policies\.b c: has a name that can't stand in/],
    ['{"port": 1, "port": 2}', /bad\.json: has the key "port" twice in one place/],
    ['[1]', /the whole: expected an object/],
    ['{', /is not JSON/],
  ])('%s is refused in one sentence', (text, sentence) => {
    expect(() => readConfig(write('bad.json', text))).toThrow(sentence);
  });

  it.each([
    [{ target: 0.1 }, /target.* needs .*hold/],
    [{ hold: 'error' }, /hold.*error.* needs .*target/],
    [{ rate: 0.1, largestCost: 2 }, /largest.*cost.* needs .*hold.*cost/i],
    [{ clamp: true }, /clamp.* needs/],
    [{ pace: true }, /pace.* needs .*cap/],
  ] as const)('%j says nothing by itself, and is refused', (flags, sentence) => {
    expect(() => settingsOf(flags, ['nurse'])).toThrow(sentence);
  });

  it.each([
    [{ retention: 0 }, /retention: must be more than 0, got 0/],
    [{ hold: 'cost', target: 1, largestCost: 0 }, /largestCost: must be more than 0/],
    [{ port: 70_000 }, /port: must be at most 65535/],
    [
      { rate: 0.2, hold: 'cost', target: 1 },
      /rate.*0\.2 holds a rate, and .*hold.*cost.* Give one/,
    ],
  ] as const)('%j is refused as an option, as it is in a file', (flags, sentence) => {
    expect(() => serveOptions(write('p.json', worldText()), flags)).toThrow(sentence);
  });

  it('gives way to what is said closer to a policy, and to options', () => {
    const policy = write('p.json', worldText());
    const settings = (flags: object, base: object, own = {}) =>
      serveOptions(undefined, flags, { ...base, policies: { a: { policy, ...own } } }).policies[0]
        .settings;
    const cost = { hold: 'cost', target: 0.5, largestCost: 3 } as const;
    const rate = { hold: 'rate', target: 0.1 };
    expect(settings({ rate: 0.1 }, cost)).toEqual({ control: rate });
    expect(settings({}, cost, { rate: 0.1 })).toEqual({ control: rate });
    expect(settings({}, { rate: 0.1 }, cost)).toEqual({ control: cost });
    expect(settings({ target: 0.4 }, cost)).toEqual({ control: { ...cost, target: 0.4 } });
    expect(settings({ enforce: true }, { observe: true })).toEqual({ mode: 'enforce' });
    expect(settings({}, { enforce: true }, { observe: true })).toEqual({ mode: 'observe' });
  });

  it('has a key for every flag', () => {
    for (const { flag } of SERVE_FLAGS) {
      const name = /--([a-z-]+)/.exec(flag)![1].replace(/-./g, (two) => two[1].toUpperCase());
      if (name === 'config') continue;
      // A wrong type is refused as such, an unknown key would be refused as unknown.
      expect(() => readConfig(write('one.json', { [name]: {} })), name).not.toThrow(/unknown key/);
    }
  });
});

describe('what ties a decision to the caller’s own logs', () => {
  it('comes back in headers and stands in the receipt', async () => {
    const client = await started();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const headers = { traceparent, 'x-request-id': 'shop-7' };
    const reply = await client.post('/v1/decide', { id: 't', probs }, headers);
    expect(reply.headers.get('x-request-id')).toBe('shop-7');
    expect(reply.headers.get('traceparent')).toBe(traceparent);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    const receipt = (await client.get('/v1/decisions/t')).json;
    expect(receiptSchema.parse(receipt)).toEqual(receipt);
    expect(receipt).toMatchObject({ request: 'shop-7', trace: traceparent });
    const forged = await client.post('/v1/decide', { probs }, { traceparent: 'x"; drop' });
    expect(forged.headers.get('traceparent')).toBeNull();
    await client.serving.stop();
  });
});

describe('a challenger', () => {
  it('that was put over HTTP is there after a restart, and gone once it was ended', async () => {
    const store = folder.at('challenger.db');
    const challenger = JSON.parse(worldText({ seed: 2 }));
    const first = await started({ store });
    const put = (client: typeof first, body: unknown, version: number) =>
      client.send('PUT', '/v1/policy', body, { 'if-match': `"${version}"` });
    const challenged = (await put(first, { challenger }, 1)).json;
    expect(challenged.challenger).toBe(worldPolicy({ seed: 2 }).id);
    // The history names it; it does not print it.
    expect(challenged.versions.at(-1).action).toBe(`challenger ${challenged.challenger}`);
    await first.serving.stop();
    const second = await started({ store });
    await second.post('/v1/decide', { id: 'c', probs });
    const { json } = await second.get('/v1/decisions/c');
    expect(json.challenger.policy).toBe(worldPolicy({ seed: 2 }).id);
    expect((await put(second, { challenger: null }, 2)).json.challenger).toBeUndefined();
    await second.serving.stop();
    const third = await started({ store });
    expect((await third.get('/v1/policy')).json.challenger).toBeUndefined();
    await third.serving.stop();
  });
});

describe('a policy that joins answers', () => {
  it('answers an outcome with what model and expert say together, and judges by that', async () => {
    const policy = fitPolicy(worldTable({ rows: 900 }), {
      ...{ method: 'linear', combine: true, rate: 0.9 },
    });
    const client = await started({ served: { text: printPolicy(policy) } });
    const sure = [0.96, 0.02, 0.02];
    await client.post('/v1/decide', { id: 'j', probs: sure });
    const { json } = await client.post('/v1/outcomes', { id: 'j', expert: 'b', gold: 'a' });
    // An expert who is right 85 % of the time does not outweigh a model that is 96 % sure.
    const expected = joinedByHand(policy, sure, 1);
    expect(json.combine.answer).toBe(['a', 'b', 'c'][expected.indexOf(Math.max(...expected))]);
    expect(json.combine.probability).toBeCloseTo(Math.max(...expected), 6);
    const again = await client.post('/v1/outcomes', { id: 'j', expert: 1 });
    expect(again.json).toMatchObject({ recorded: false, combine: json.combine });
    const receipt = (await client.get('/v1/decisions/j')).json;
    expect(receiptSchema.parse(receipt)).toEqual(receipt);
    const nurse = receipt.outcomes.find(({ who }: { who: string }) => who === 'nurse');
    expect(nurse).toMatchObject({ value: 'b', joined: json.combine.answer });
    await client.serving.stop();
  });

  /** q_y · P(expert says e | truth y) with the calibrated q, from the policy file alone. */
  function joinedByHand(policy: ReturnType<typeof fitPolicy>, p: readonly number[], said: number) {
    const { calibration, confusion } = JSON.parse(printPolicy(policy)).answers.combine;
    const logits = p.map((each, c) => calibration.slope * Math.log(each) + calibration.biases[c]);
    const all = logits.map((each, c) => Math.exp(each) * confusion[3 * c + said]);
    const sum = all.reduce((a, b) => a + b, 0);
    return all.map((each) => each / sum);
  }
});

describe.skipIf(process.platform === 'win32')('SIGHUP, where there are signals', () => {
  it('takes a new policy without dropping a request, and keeps the old one where the new is bad', async () => {
    const path = write('live.json', worldText());
    const { child, address } = await startProcess([
      path,
      '--port',
      '0',
      '--store',
      folder.at('hup.db'),
    ]);
    let logs = '';
    child.stderr!.on('data', (piece) => {
      logs += piece;
    });
    let exit: unknown = 'alive';
    child.on('exit', (code, signal) => {
      exit = { code, signal };
    });
    const seen = new Set<string>();
    let going = true;
    const statuses = new Set<number>();
    const client = async () => {
      while (going) {
        const reply = await fetch(`${address}/v1/decide`, {
          ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
          body: JSON.stringify({ probs }),
        });
        statuses.add(reply.status);
        seen.add((await reply.json()).policy);
      }
    };
    const clients = Array.from({ length: 4 }, client);
    const until = async (ready: () => boolean) => {
      for (let k = 0; k < 400 && !ready(); k++) await new Promise((go) => setTimeout(go, 25));
    };
    await until(() => seen.has(worldPolicy().id));
    write('live.json', worldText({ seed: 2 }));
    child.kill('SIGHUP');
    await until(() => seen.has(worldPolicy({ seed: 2 }).id));
    write('live.json', '{"format": "cut of');
    child.kill('SIGHUP');
    await until(() => logs.includes('reload failed'));
    going = false;
    const dropped = (await Promise.allSettled(clients)).filter(
      ({ status }) => status !== 'fulfilled',
    );
    expect({ dropped, exit }, logs).toEqual({ dropped: [], exit: 'alive' });
    expect([...statuses]).toEqual([200]);
    expect(seen).toEqual(new Set([worldPolicy().id, worldPolicy({ seed: 2 }).id]));
    expect(logs).toMatch(/"reload failed".*live\.json/);
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 120_000);
});

describe('stores on PostgreSQL', () => {
  it('are backed up by its own tools', async () => {
    await expect(maintainStore('backup', 'postgres://me:secret@host/db', 'x')).rejects.toThrow(
      'store postgres://host/db: is PostgreSQL, which has its own tools: pg_dump',
    );
    await expect(maintainStore('check', 'postgres://me:secret@127.0.0.1:1/db')).rejects.toThrow(
      /store postgres:\/\/127.0.0.1:1\/db: can't be used \(.*ECONNREFUSED/,
    );
  });
});

describe('what stands in deploy/', () => {
  const file = (name: string) => join(import.meta.dirname, '../../../deploy', name);
  const text = (name: string) => readFileSync(file(name), 'utf8');

  it('the dashboard asks for numbers that the service tells', async () => {
    const client = await started();
    await client.post('/v1/decide', { probs });
    await client.post('/v1/decide', { probs: 'none' });
    const told = (await client.get('/metrics')).text;
    await client.serving.stop();
    const { panels } = JSON.parse(text('grafana.json')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const asked = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/cede_\w+/g) ?? []),
    );
    expect(new Set(asked).size).toBeGreaterThan(5);
    for (const name of asked) expect(told, name).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
    // And what the runbook speaks of can be watched.
    for (const kind of ['level', 'spread', 'rate', 'error'])
      expect(told).toContain(`cede_alarm{policy="default",alarm="${kind}"} 0`);
    expect(told).toContain('cede_backlog{policy="default"} 1');
  });

  it('Dockerfile, compose file and unit name the command’s own flags and the tested packages', () => {
    const flags = SERVE_FLAGS.map(({ flag }) => /--[a-z-]+/.exec(flag)![0]);
    const used = ['Dockerfile', 'compose.yaml', 'cede.service'].flatMap((name) => {
      const [, command] = /(?:CMD \[|command:|ExecStart=)([\s\S]*?)(?:\]|\nvolumes|\n[A-Z])/.exec(
        text(name).split('HEALTHCHECK').at(-1)!,
      )!;
      return command.match(/--[a-z-]+/g) ?? [];
    });
    expect(used.length).toBeGreaterThan(5);
    for (const each of used) expect(flags).toContain(each);
    const { devDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
    );
    for (const name of ['fastify', 'zod', 'prom-client', 'libsql', 'pg'])
      expect(text('Dockerfile')).toContain(`${name}@${devDependencies[name]}`);
    // From the registry alone: nothing of this repository is copied in, and what is run is published.
    expect(text('Dockerfile')).not.toMatch(/^(COPY|ADD) /m);
    const cli = join(import.meta.dirname, '../../cli');
    const { name, version, bin } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8'));
    expect(text('Dockerfile')).toContain(` ${name}@${version} `);
    expect(text('Dockerfile')).toContain(`node_modules/${name}/${bin.cede.replace('./', '')}`);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;
  it.skipIf(!hasSystemd)('the unit is one that systemd takes', () => {
    const unit = write(
      'cede.service',
      text('cede.service').replace('/usr/bin/cede', process.execPath),
    );
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    });
    expect([status, stderr.split('\n').filter((line) => line.includes('cede.service'))]).toEqual([
      0,
      [],
    ]);
  });
});
