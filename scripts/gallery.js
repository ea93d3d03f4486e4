// Six reports from the tables that come with cede, for the docs site:
//   npm run gallery [FOLDER]          docs/public/gallery unless told; a second run resumes
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Where its runs are kept, so that a second one only draws. */
export const GALLERY_RUN = process.env.CEDE_GALLERY_RUN ?? join(tmpdir(), 'cede-gallery');

const table = (name) => join(root, 'packages', 'cli', 'data', name);

const LLMS = [
  ...['--model', 'flash_correct', '--model-cost', 'flash_cost'],
  ...['--expert', 'Pro=pro_correct', '--expert-cost', 'pro_cost'],
  ...['--group', 'subject', '--model-name', 'Flash', '--currency', '$'],
];

/** What each shows, and the command that makes it but for its folder. */
export const GALLERY = [
  { name: 'two-llms', words: ['demo', 'two-llms'] },
  {
    name: 'two-llms-errors',
    words: ['compare', table('two-llms.csv.gz'), '--test-share', '0.5', ...LLMS].concat([
      '--error-cost',
      '0.05',
      '--seeds',
      '3',
      '--title',
      'What is a wrong answer worth?',
    ]),
  },
  { name: 'moderation', words: ['demo', 'moderation', '--seeds', '3'] },
  {
    name: 'two-llms-reject',
    words: [
      'compare',
      table('two-llms.csv.gz'),
      '--test-share',
      '0.5',
      '--method',
      'reject',
      '--methods',
      'reject',
    ]
      .concat(['--model', 'flash_correct', '--model-name', 'Flash', '--seeds', '3'])
      .concat(['--title', 'Which of its own answers can Flash be trusted with?']),
  },
  { name: 'digits', words: ['demo', 'digits'] },
  { name: 'digits-long-tail', words: ['lab', 'run', 'digits-long-tail'] },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, 'docs', 'public', 'gallery'));
  mkdirSync(folder, { recursive: true });
  for (const { name, words } of GALLERY) {
    const out = join(GALLERY_RUN, name);
    const command = [join(root, 'packages', 'cli', 'bin', 'cede.js'), ...words, '--out', out];
    execFileSync(process.execPath, [...command, '--quiet'], { stdio: 'inherit', cwd: root });
    copyFileSync(join(out, 'report.html'), join(folder, `${name}.html`));
    console.log(`${name}.html`);
  }
}
