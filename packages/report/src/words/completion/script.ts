import { bash } from './bash.js';
import type { CompletedCommand } from './commands.js';
import { fish } from './fish.js';
import { zsh } from './zsh.js';

/** The shells that can complete the command. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** One of them. */
export type Shell = (typeof SHELLS)[number];

/** A script for the shell, to be sourced or put where it looks. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}
