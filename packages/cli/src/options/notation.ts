import { writeOptionsAs } from '@cede/core';

/** Nothing that a shell would take for something else. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Options in the sentences of every room, as they are typed: `--model-cost fee`, `--no-logits`. */
export const writeFlags = (): void =>
  writeOptionsAs((name, value) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (value === undefined || value === 'true') return `--${flag}`;
    if (value === 'false') return `--no-${flag}`;
    return `--${flag} ${PLAIN.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`}`;
  });
