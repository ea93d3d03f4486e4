import { describe, expect, it } from 'vitest';
import { completedCommand, type DeclaredCommand } from './commands.js';
import { completionScript, SHELLS } from './script.js';

const declared = (name: string, parts: Partial<DeclaredCommand> = {}): DeclaredCommand => ({
  name: () => name,
  description: () => `What ${name} does: it's [done].`,
  commands: [],
  options: [],
  registeredArguments: [],
  ...parts,
});
const option = (flags: string, parts: object = {}) => ({
  flags,
  long: /--[\w-]+/.exec(flags)![0],
  short: /^-\w/.exec(flags)?.[0],
  description: 'what: it means',
  hidden: false,
  ...parts,
});

const fit = declared('fit', {
  options: [
    option('-o, --output <file>'),
    option('--out <folder>'),
    option('--rate <share>'),
    option('--method <name>'),
    option('--answers <how>', { argChoices: ['argmax', 'least-cost'] }),
    option('--json'),
    option('--former <x>', { hidden: true }),
  ],
  registeredArguments: [{ name: () => 'table' }],
});
const known = { '--method': ['auto', 'conf'], preset: ['digits'] };

describe('what a command completes', () => {
  it('is read from its declaration', () => {
    const { options, values, takesFiles } = completedCommand(fit, known);
    expect(options.map(({ long, takes, values }) => [long, takes, values.join()])).toEqual([
      ['--output', 'file', ''],
      ['--out', 'folder', ''],
      ['--rate', 'value', ''],
      ['--method', 'value', 'auto,conf'],
      ['--answers', 'value', 'argmax,least-cost'],
      ['--json', 'nothing', ''],
      ['--help', 'nothing', ''],
    ]);
    expect([values, takesFiles]).toEqual([[], true]);
  });

  it('offers names in place of an argument, and files where a name may be one', () => {
    const of = (name: string, argChoices?: string[]) =>
      completedCommand(
        declared('x', { registeredArguments: [{ name: () => name, argChoices }] }),
        known,
      );
    expect(of('preset')).toMatchObject({ values: ['digits'], takesFiles: true });
    expect(of('story', ['two'])).toMatchObject({ values: ['two'], takesFiles: false });
  });
});

describe('shell completion', () => {
  const commands = [fit, declared('lab', { commands: [declared('run')] })].map((command) =>
    completedCommand(command, known),
  );

  it.each(SHELLS)('names every command, option and value for %s', (shell) => {
    const script = completionScript(shell, commands);
    for (const word of ['fit', 'lab', 'run', 'output', 'rate', 'json', 'auto conf', 'least-cost'])
      expect(script).toContain(word);
    expect(script).not.toContain("it's");
    expect(script).not.toContain('former');
  });
});
