import { DEMO_STORIES } from '@cede/report/words';
import { Argument, type Command } from 'commander';
import { DEMOS, type DemoFlags, type StoryName } from '../demo/demo.js';
import { addCommand } from '../options/command.js';
import { METHODS } from '../options/methods.js';
import { addOutputFlags, printResult } from '../options/output.js';

const STORIES = Object.values(DEMO_STORIES);

const addStory = (command: Command) =>
  command.addArgument(
    new Argument('[story]', 'which embedded table')
      .choices(STORIES.map(({ name }) => name))
      .default(STORIES[0].name),
  );

export const addDemo = (program: Command) =>
  addCommand(program, {
    name: 'demo',
    options: {
      '--list': 'the stories there are',
      '--out <folder>': 'where the report goes',
      '--seed <n>': 'random seed',
      '--seeds <n>': 'seeds per method (default: 3, moderation 11)',
      '--epochs <n>': 'passes over the rows (default: 100)',
      '--method <name>': 'the method the finding is about (default: auto)',
      '--jobs <n>': 'worker threads (default: all cores)',
    },
    defaults: { out: 'cede-demo', seed: 0 },
    takes: METHODS,
    shared: [addStory, addOutputFlags],
    examples: ['cede demo', 'cede demo moderation'],
    action: async (story: StoryName, flags: DemoFlags & { list?: boolean }) => {
      if (!flags.list) return DEMOS[story](flags);
      printResult(flags, { format: 'cede/demo-list', version: 1, stories: STORIES }, () =>
        STORIES.map(({ name, summary }) => `  cede demo ${name.padEnd(12)} ${summary}`).join('\n'),
      );
    },
  });
