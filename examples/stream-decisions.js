// Decisions on a stream of JSON lines, one at a time: nothing piles up in memory.
//   node examples/stream-decisions.js [rows.jsonl]
// Without a file it decides made-up rows, two of them broken.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createRowDecider, fit, InputError, tableFromArrays } from 'cede';
import { classes, column, tickets } from './data/tickets.js';

// In production the policy is read from a file: `await readPolicy('policy.json')`.
const past = tickets(4000, 1);
const { policy } = await fit(
  tableFromArrays({
    classes,
    ...{ label: column(past, 'label'), model: column(past, 'model') },
    ...{ expert: column(past, 'agent'), expertName: 'agent' },
    columns: { words: column(past, 'words') },
  }),
  { method: 'drcpe-zeroone' },
);

function* madeUp() {
  for (const { id, model, words } of tickets(7, 2))
    yield `${JSON.stringify({ id, model, words })}\n`;
  yield '{"id": "T8", "model": [0.5, 0.9, 0.4], "words": 12}\n';
  yield '{"id": "T9", "model": [0.2, 0.2\n';
}
const [path] = process.argv.slice(2);
const input = path ? createReadStream(path) : Readable.from(madeUp());

// A row decider finds columns by name and checks each row; one bad row must not end the stream.
const decider = createRowDecider(policy);
for await (const line of createInterface({ input, crlfDelay: Infinity })) {
  try {
    const { id, route, margin } = decider.decide(JSON.parse(line));
    console.log(JSON.stringify({ id, route, margin: +margin.toFixed(3) }));
  } catch (error) {
    if (error instanceof InputError) console.log(JSON.stringify({ error: error.message, line }));
    else if (error instanceof SyntaxError) console.log(JSON.stringify({ error: 'no JSON', line }));
    else throw error;
  }
}
