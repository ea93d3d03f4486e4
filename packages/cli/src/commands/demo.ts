import type { Command } from 'commander';
import { type DemoFlags, runDemo } from '../demo/demo.js';
import { whole } from '../options/numbers.js';
import { addOutputFlags } from '../options/output.js';

export function addDemo(program: Command): void {
  const command = program
    .command('demo')
    .option('--out <folder>', 'where the report goes', 'cede-demo')
    .option('--seed <n>', 'every random choice hangs on it', whole('--seed', 0), 0)
    .option('--seeds <n>', 'seeds per method', whole('--seeds', 1), 11)
    .option('--epochs <n>', 'passes over the rows (default: 100)', whole('--epochs', 1))
    .option('--jobs <n>', 'worker threads (default: all cores)', whole('--jobs', 1))
    .addHelpText('after', '\nExample:\n  cede demo\n');
  addOutputFlags(command).action((flags: DemoFlags) => runDemo(flags));
}
