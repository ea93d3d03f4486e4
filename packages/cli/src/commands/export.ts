import { count } from '@cede/core';
import { policyToOnnx } from '@cede/onnx';
import { refuseUnwritable, writeOutput } from '@cede/run/node';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .argument('<policy>')
    .requiredOption('--onnx <file>', 'an ONNX file, its features inside the graph')
    .addHelpText('after', '\nExample:\n  cede export policy.json --onnx policy.onnx\n');
  addOutputFlags(command).action(async (path: string, flags: OutputFlags & { onnx: string }) => {
    const policy = await readPolicy(path);
    await refuseUnwritable(flags.onnx);
    const { scorer, id } = policy;
    const bytes = policyToOnnx(policy);
    const inputs = [
      ...(scorer.features.classes > 0 ? ['probabilities'] : []),
      ...(scorer.features.columns.length > 0 ? ['columns'] : []),
    ];
    await writeOutput(flags.onnx, bytes);
    printResult(
      flags,
      { format: 'cede/export', version: 1, onnx: flags.onnx, bytes: bytes.length, id, inputs },
      () =>
        `Wrote ${flags.onnx} (${count(bytes.length)} bytes): ${inputs.length === 1 ? 'input' : 'inputs'} ${inputs.join(' and ')}, outputs score and defer.`,
    );
  });
}
