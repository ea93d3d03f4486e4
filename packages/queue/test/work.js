// A worker as a process of its own, to be killed: node work.js URL JSON-settings
import { openWorker } from '@cede/queue';
import { functions } from './cells.js';

const [url, settings] = process.argv.slice(2);
const worker = await openWorker(
  { queue: url },
  { name: 'test', description: 'the build of the tests' },
  {
    entry: new URL('./cells.js', import.meta.url),
    kinds: Object.keys(functions),
    expanding: ['expands/1'],
    ...JSON.parse(settings),
  },
);
process.stdout.write('ready\n');
process.on('SIGTERM', () => worker.stop());
await worker.ended;
