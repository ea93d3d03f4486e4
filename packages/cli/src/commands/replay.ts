import { refuseOverwriting, writeOutput } from '@cede/run/node';
import { REPLAY_FLAGS, type ReplayFlags, replayLog } from '@cede/server';
import type { Command } from 'commander';
import { addFlags } from '../options/flag-specs.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { UsageError } from '../usage-error.js';

export function addReplay(program: Command): void {
  const command = addFlags(program.command('replay'), REPLAY_FLAGS)
    .argument('<log>', 'the store of a service')
    .requiredOption('--policy <file>', 'the policy to try');
  addOutputFlags(command).action(async (log: string, flags: ReplayFlags & OutputFlags) => {
    refuseIdle(flags);
    if (flags.output) await refuseOverwriting(flags.output, [log]);
    if (flags.export) await refuseOverwriting(flags.export, [log, flags.policy]);
    const { document, text, policy, failed } = await replayLog(log, flags);
    const written = policy && flags.output;
    if (written) await writeOutput(flags.output!, policy);
    printResult(flags, document, () => (written ? `${text}\nWrote ${flags.output}.` : text));
    if (failed) process.exitCode = 1;
  });
}

/** It does one of three things, and each listens to options of its own. */
function refuseIdle({ export: table, recertify, worth, confidence, output }: ReplayFlags): void {
  const refuse = (why: string) => {
    throw new UsageError(`replay: ${why}`);
  };
  if (table !== undefined && [recertify, worth, confidence, output].some((x) => x !== undefined))
    refuse(
      '--export writes a table and does nothing else. Leave --recertify, --worth, --confidence and --output out.',
    );
  if (recertify !== undefined && worth !== undefined)
    refuse('--worth is about a gain, and --recertify certifies an error. Leave one of them out.');
  if (recertify === undefined && output !== undefined)
    refuse('--output goes with --recertify: nothing else writes a policy.');
}
