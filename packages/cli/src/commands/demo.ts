import { DEMO_STORIES } from '@cede/report/words';
import { Argument, type Command } from 'commander';
import { DEMOS, type DemoFlags, type StoryName } from '../demo/demo.js';
import { whole } from '../options/numbers.js';
import { addOutputFlags, printResult } from '../options/output.js';

const STORIES = Object.values(DEMO_STORIES);

export function addDemo(program: Command): void {
  const command = program
    .command('demo')
    .addArgument(
      new Argument('[story]', 'which embedded table')
        .choices(STORIES.map(({ name }) => name))
        .default(STORIES[0].name),
    )
    .option('--list', 'the stories there are')
    .option('--out <folder>', 'where the report goes', 'cede-demo')
    .option('--seed <n>', 'random seed', whole('--seed', 0), 0)
    .option('--seeds <n>', 'seeds per method (default: 3, moderation 11)', whole('--seeds', 1))
    .option('--epochs <n>', 'passes over the rows (default: 100)', whole('--epochs', 1))
    .option('--jobs <n>', 'worker threads (default: all cores)', whole('--jobs', 1))
    .addHelpText('after', '\nExamples:\n  cede demo\n  cede demo moderation\n');
  addOutputFlags(command).action(
    async (story: StoryName, flags: DemoFlags & { list?: boolean }) => {
      if (!flags.list) return DEMOS[story](flags);
      printResult(flags, { format: 'cede/demo-list', version: 1, stories: STORIES }, () =>
        STORIES.map(({ name, summary }) => `  cede demo ${name.padEnd(12)} ${summary}`).join('\n'),
      );
    },
  );
}
