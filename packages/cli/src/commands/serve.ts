import { SERVE_FLAGS, type ServeFlags, serveCommand } from '@cede/server';
import type { Command } from 'commander';
import { addFlags } from '../options/flag-specs.js';
import { print } from '../terminal/print.js';

type Flags = ServeFlags & { readonly config?: string; readonly quiet?: boolean };

export function addServe(program: Command): void {
  addFlags(program.command('serve'), SERVE_FLAGS)
    .argument('[policy]', 'a policy; several are named in the config file')
    .option('--quiet', 'no log on stderr')
    .addHelpText('after', '\nExample:\n  cede serve policy.json --store log.db --rate .2\n')
    .action(serve);
}

async function serve(path: string | undefined, { quiet, ...flags }: Flags): Promise<void> {
  const line = (fields: object) => quiet || process.stderr.write(`${JSON.stringify(fields)}\n`);
  await serveCommand(path, flags, {
    say: (text) => print(`${text}\n`),
    logger: { log: (level, event, more) => line({ time: new Date(), level, event, ...more }) },
    stopped: new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
    }),
    onReload: (reload) => process.on('SIGHUP', reload),
  });
}
