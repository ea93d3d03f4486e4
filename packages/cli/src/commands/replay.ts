import { writeOutput } from '@cede/run/node';
import { REPLAY_FLAGS, type ReplayFlags, replayLog } from '@cede/server';
import type { Command } from 'commander';
import { addFlags } from '../options/flag-specs.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';

export function addReplay(program: Command): void {
  const command = addFlags(program.command('replay'), REPLAY_FLAGS)
    .argument('<log>', 'the store of a service')
    .requiredOption('--policy <file>', 'the policy to try');
  addOutputFlags(command).action(async (log: string, flags: ReplayFlags & OutputFlags) => {
    const { document, text, policy } = await replayLog(log, flags);
    if (policy && flags.output) await writeOutput(flags.output, policy);
    printResult(flags, document, () => text);
  });
}
