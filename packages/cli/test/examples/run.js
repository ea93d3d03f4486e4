// Runs every program of examples/ in this one process, one after the other, as `node` would: starting
// a process for each costs more than what most of them do. Prints what each printed, as JSON.
import { readdirSync } from 'node:fs';

const folder = new URL('../../../../examples/', import.meta.url);
process.env.PORT = '0';
process.env.CEDE_INLINE = '1'; // one thread for all: each would compile the code anew

/** What a program that serves is asked: its answers count as its output. */
const REQUESTS = [
  ['/decide', '{"id": "T1", "model": [0.97, 0.02, 0.01], "words": 20}'],
  ['/decide', '{"id": "T2", "model": [0.4, 0.25, 0.35], "words": 190}'],
  ['/decide', '{"id": "T3", "words": 190}'],
  ['/decide', '{"id": "T4", '],
  ['/decide', `"${'x'.repeat(1_000_001)}"`],
  ['/elsewhere', '{}'],
];

async function asked(server) {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const lines = [];
  for (const [path, body] of REQUESTS) {
    const address = `http://localhost:${server.address().port}${path}`;
    const response = await fetch(address, { method: 'POST', body });
    lines.push(`${response.status} ${await response.text()}`);
  }
  server.closeAllConnections();
  server.close();
  return lines;
}

const ran = {};
const print = console.log;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
  const lines = [];
  console.log = (...words) => lines.push(words.join(' '));
  try {
    const { server } = await import(new URL(name, folder).href);
    if (server) lines.push(...(await asked(server)));
    ran[name] = { output: `${lines.join('\n')}\n` };
  } catch (error) {
    ran[name] = { output: lines.join('\n'), error: String(error?.stack ?? error) };
  }
}
print(JSON.stringify({ ran, cpu: process.cpuUsage() }));
