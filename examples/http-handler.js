// Decisions over HTTP, in a handler of the (request, response) kind that node:http, Express and
// Connect take.   PORT=8080 node examples/http-handler.js
//   curl localhost:8080/decide -d '{"id": "T1", "model": [0.4, 0.25, 0.35], "words": 150}'
import { createServer } from 'node:http';
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
// Made once: a decision then takes microseconds, and the handler does nothing else.
const decider = createRowDecider(policy);
const LARGEST = 1_000_000; // bytes; a request has no business being larger

/** For Express: `app.post('/decide', decideHandler)`, without a body parser before it. */
export async function decideHandler(request, response) {
  const answer = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  try {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) {
      text += piece;
      if (text.length > LARGEST) return answer(413, { error: `more than ${LARGEST} bytes` });
    }
    // The policy's id and revision tell later which threshold decided.
    answer(200, { ...decider.decide(JSON.parse(text)), policy: policy.id });
  } catch (error) {
    // An InputError is the sender's, and its sentence says what to send instead.
    const theirs = error instanceof InputError || error instanceof SyntaxError;
    answer(theirs ? 400 : 500, { error: theirs ? error.message : 'the decision failed' });
  }
}

export const server = createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/decide') decideHandler(request, response);
  else response.writeHead(404).end();
}).listen(Number(process.env.PORT ?? 8080));
