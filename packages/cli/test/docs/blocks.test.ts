import { expect, it } from 'vitest';
import { blocksIn, callsOf, commandsOf, wordsOf } from './blocks.js';

const PAGE = `
# A page
\`\`\`sh
npx cede fit a.csv \\
  -o policy.json   # a comment
cat rows.jsonl | cede decide policy.json --model 'p_#*' > out.jsonl
ls
\`\`\`

<!-- not run: needs a network -->

\`\`\`console
$ cede lab fetch digits
fetched 1,797 images
\`\`\`
\`\`\`js
import 'x';
\`\`\`
`;

it('finds blocks, their commands and why they are not run', () => {
  const [shell, told, script] = blocksIn(PAGE);
  expect(commandsOf(shell)).toEqual([
    'npx cede fit a.csv -o policy.json',
    "cat rows.jsonl | cede decide policy.json --model 'p_#*' > out.jsonl",
  ]);
  expect(shell.notRun).toBeUndefined();
  expect(told.notRun).toBe('needs a network');
  expect(commandsOf(told)).toEqual(['cede lab fetch digits']);
  expect(script).toMatchObject({ language: 'js', text: "import 'x';" });
});

it('takes the calls of cede out of a command', () => {
  expect(callsOf('npm ci && npx cede demo')).toEqual([['demo']]);
  expect(callsOf("cat x | cede decide p.json --model 'a b' > y")).toEqual([
    ['decide', 'p.json', '--model', 'a b'],
  ]);
  expect(wordsOf(`a "b c" 'd'`)).toEqual(['a', 'b c', 'd']);
});
