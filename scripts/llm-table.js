// Makes packages/cli/data/two-llms.csv.gz, the table of `cede demo`, from the full table of six LLMs.
//   node scripts/llm-table.js llm_ladder.csv.gz
// Kept: whether Flash and Pro are right, what each answer costs, the question's own features and
// those of Flash's answer. Left out: everything that another model's answer would be needed for.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const [head, ...lines] = gunzipSync(readFileSync(process.argv[2])).toString().trim().split('\n');
const names = head.split(',');
const at = (name) => names.indexOf(name);
// One row a question: a text that occurs twice could be both fitted and tested.
const seen = new Set();
const rows = lines
  .map((line) => line.split(','))
  .filter((row) => !seen.has(row[at('x_text')]) && seen.add(row[at('x_text')]));

/** Of LSA axes three decimals carry what there is: their deviation is about 0.05. */
const short = (text, decimals) => String(Number(Number(text).toFixed(decimals)));
const subjects = [...new Set(rows.map((row) => row[at('group')]))].sort();
const asked = names.filter((name) => /^f_(?!model_)/.test(name));
const answered = names.filter((name) => /^after_flash_(?!agree)/.test(name));

const columns = [
  ['id', (row) => row[at('id')]],
  ['subject', (row) => row[at('group')].replaceAll(' ', '_')],
  ['flash_correct', (row) => row[at('flash_correct')]],
  ['flash_cost', (row) => String(Number(Number(row[at('flash_cost')]).toPrecision(4)))],
  ['pro_correct', (row) => row[at('pro_correct')]],
  ['pro_cost', (row) => String(Number(Number(row[at('pro_cost')]).toPrecision(4)))],
  ...asked.map((name) => [name, (row) => short(row[at(name)], 3)]),
  ...answered.map((name) => [name.replace('after_', 'f_'), (row) => short(row[at(name)], 3)]),
  ...subjects.map((subject) => [
    `f_subject_${subject.replaceAll(' ', '_')}`,
    (row) => (row[at('group')] === subject ? '1' : '0'),
  ]),
];
const text = [
  columns.map(([name]) => name).join(','),
  ...rows.map((row) => columns.map(([, cell]) => cell(row)).join(',')),
].join('\n');
const path = fileURLToPath(new URL('../packages/cli/data/two-llms.csv.gz', import.meta.url));
const packed = gzipSync(`${text}\n`, { level: 9 });
packed[9] = 255; // the operating system that made it, which should not matter
writeFileSync(path, packed);
console.log(
  `${rows.length} rows × ${columns.length} columns, ${subjects.length} subjects, ${packed.length} bytes`,
);
