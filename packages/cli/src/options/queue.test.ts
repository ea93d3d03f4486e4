import { afterEach, expect, it, vi } from 'vitest';
import { sayTo } from './queue.js';

const { isTTY } = process.stderr;
afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

it('a line takes the place of a bar that is drawn, and is alone where nothing is', () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  for (const isTerminal of [true, false]) {
    process.stderr.isTTY = isTerminal;
    sayTo({})('lost the connection');
  }
  sayTo({ quiet: true })('nothing');
  sayTo({ json: true })('nothing');
  expect(written).toEqual(['\r\x1b[2Klost the connection\n', 'lost the connection\n']);
});
