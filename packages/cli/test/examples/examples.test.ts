import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openChromium } from '../../../core/test/chromium.js';

const FOLDER = join(import.meta.dirname, '../../../../examples');
const programs = readdirSync(FOLDER).filter((file) => file.endsWith('.js'));

interface Ran {
  readonly output: string;
  readonly error?: string;
}

/** What a reader should learn from each: the bytes beside this file may change, this must not. */
const SHOWS: Record<string, RegExp> = {
  'certify-and-deploy.js': /exact test\nmodel sorter-7, unclear ticket → agent[\s\S]*looked at: 1/,
  'clinic.js': /exists: true \(betting\)[\s\S]*own threshold[\s\S]*adults: asked/,
  'compare-methods.js': /drcpe-zeroone: \d\d\.\d % right[\s\S]*over the model alone: \d/,
  'fraud-desk.js': /drcpe-cost: .* saves \d[\s\S]*4\.50 .*: yes\n.*2\.00 .*: no/,
  'from-arrays.js': /hand over .* a gain of \d[\s\S]*clear ticket: model\nan unclear one: agent/,
  'http-handler.js':
    /200 .*"T1".*"route":"model"[\s\S]*200 .*"route":"agent"[\s\S]*400 [\s\S]*400 [\s\S]*413 [\s\S]*404 /,
  'no-expert.js': /answers 9.*\n.*\n.*\nshort and clear: model\nlong and unclear: reject/,
  'onnx.js': /1000 of 1000 decisions agree; scores within 1e-5: true/,
  'several-experts.js': /rather billing: agent \/ model\nrather technical: model \/ engineer/,
  'stream-decisions.js': /"route":"model"[\s\S]*"route":"agent"[\s\S]*sum to 1\.8[\s\S]*no JSON/,
  'two-llms.js': /promised: true[\s\S]*short: model\nlong: pro/,
  'walkthrough.js': /over random: \d[\s\S]*promised: true[\s\S]*short one: model\na long one: Pro/,
  'votes.js': /flattering truth: defer[\s\S]*random\nBy the honest truth: defer[\s\S]*model alone/,
};

describe('every example runs against the build', () => {
  let ran: Record<string, Ran>;
  beforeAll(async () => {
    const runner = join(import.meta.dirname, 'run.js');
    const text = await new Promise<string>((resolve, reject) =>
      execFile(process.execPath, [runner], { maxBuffer: 1e8 }, (error, out, said) =>
        error || said ? reject(error ?? new Error(said)) : resolve(out),
      ),
    );
    const found = JSON.parse(text);
    ran = found.ran;
    // All of them together, in microseconds: a suite of five minutes has no room for more.
    expect((found.cpu.user + found.cpu.system) / 1e6).toBeLessThan(40);
  }, 180_000);

  it.each(programs)('%s', async (name) => {
    const { output, error } = ran[name];
    expect(error).toBeUndefined();
    expect(output).toMatch(SHOWS[name]);
    // Same seeds, same bytes. After a change that means to: npx vitest run -u packages/cli/test/examples
    await expect(output).toMatchFileSnapshot(`./${name.replace(/js$/, 'txt')}`);
  });
});

describe('what a reader copies', () => {
  it.each(programs)('%s is short and needs only cede', (name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    // The walkthrough is a page of its own, with its prose between the code.
    expect(text.split('\n').length).toBeLessThanOrEqual(name === 'walkthrough.js' ? 110 : 61);
    const sources = [...text.matchAll(/ from '([^']+)';/g)].map(([, source]) => source);
    expect(sources).toContain('cede');
    const others = sources.filter((source) => !/^(cede|node:.*|\.\/data\/\w+\.js)$/.test(source));
    expect(others).toEqual(name === 'onnx.js' ? ['onnxruntime-node'] : []);
    expect(text).toContain(`node examples/${name}`);
  });

  it('is listed in the README of the examples, and nothing else is', () => {
    const text = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const listed = [...text.matchAll(/^\| \[`?([\w/.-]+?)`?\]\(([^)]+)\)/gm)].map(([, , at]) => at);
    expect(listed.sort()).toEqual(
      [...programs, 'browser/serve.js', 'http-client/client.ts'].sort(),
    );
  });
});

it.skipIf(!CHROMIUM)(
  'the page fits and turns the rate in Chromium (skipped where it is not installed)',
  async () => {
    // The system chooses the port, and the server's process says which.
    const source = `process.env.PORT = '0';
    const { server } = await import(${JSON.stringify(pathToFileURL(join(FOLDER, 'browser/serve.js')).href)});
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
    process.send(server.address().port);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const browser = await openChromium();
    try {
      const port = await new Promise((resolve) => child.once('message', resolve));
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(`http://localhost:${port}/`);
      const share = page.locator('#share');
      const shown = async (rate: number) => {
        await page.locator('#rate').fill(String(rate));
        const [handed, right] = (await share.textContent())!.match(/\d+\.\d/g)!.map(Number);
        return { handed, right, route: await page.locator('#route').textContent() };
      };
      await page.waitForFunction("document.querySelector('#share').textContent.includes('right')");
      expect(errors).toEqual([]);
      const [none, some, all] = [await shown(0), await shown(20), await shown(100)];
      expect(none).toMatchObject({ handed: 0, route: 'model' });
      expect(some.handed).toBeGreaterThan(15);
      expect(some.handed).toBeLessThan(25);
      expect(some.right).toBeGreaterThan(none.right + 5);
      expect(all).toMatchObject({ handed: 100, route: 'agent' });
    } finally {
      await browser.close();
      child.kill();
    }
  },
);
