// A page that fits a policy and turns its rate, without a server's help: @cede/core runs in browsers.
//   PORT=8081 node examples/browser/serve.js, then open http://localhost:8081
// The server only hands out files; any other one will do.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const files = {
  '/': ['text/html; charset=utf-8', new URL('index.html', import.meta.url)],
  '/tickets.js': ['text/javascript', new URL('../data/tickets.js', import.meta.url)],
  // One ES module without dependencies; its WebAssembly is inside.
  '/cede-core.js': ['text/javascript', new URL(import.meta.resolve('@cede/core'))],
};

export const server = createServer(async (request, response) => {
  const [type, file] = files[request.url] ?? [];
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': type }).end(await readFile(file));
}).listen(Number(process.env.PORT ?? 8081));
