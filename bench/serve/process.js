// The service that bench/serve.js measures, alone in its process.
import { readFileSync } from 'node:fs';
import { fitHeap, serve } from '@cede/server';

fitHeap(); // as `cede serve` does
const { policy, ...options } = JSON.parse(process.argv[2]);
const { address, stop } = await serve({
  ...{ policies: [{ name: 'default', text: readFileSync(policy, 'utf8') }], port: 0 },
  ...{ emptyRoute: true, ...options },
});
const told = () => {
  const { user, system } = process.cpuUsage();
  return {
    address,
    memory: process.memoryUsage().rss,
    usage: process.memoryUsage(),
    cpuSeconds: (user + system) / 1e6,
  };
};
process.on('message', async (asked) => {
  if (asked === 'stop') {
    await stop();
    process.disconnect();
  } else process.send(told());
});
process.send(told());
