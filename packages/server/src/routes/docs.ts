import type { FastifyInstance } from 'fastify';
import { PROBLEMS } from '../problem/problem.js';
import { OPERATIONS, openApi } from '../schema/openapi.js';
import { VERSION } from '../version.js';

export function addDocs(app: FastifyInstance): void {
  // Made when somebody asks: both take as long as the rest of a start.
  const document = once(() => JSON.stringify(openApi(VERSION)));
  const page = once(docsPage);
  app.get('/openapi.json', { config: { role: 'none' } }, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(document()),
  );
  app.get('/docs', { config: { role: 'none' } }, async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page()),
  );
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

/** The API on one page that needs no script and nothing from elsewhere. */
function docsPage(): string {
  const { components } = openApi(VERSION) as {
    components: { schemas: Record<string, Schema> };
  };
  const operations = OPERATIONS.map(
    ({ method, path, summary, role }) =>
      `<tr><td><code>${method.toUpperCase()} ${escaped(path)}</code></td><td>${escaped(summary)}</td><td>${role === 'none' ? '' : role}</td></tr>`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="${name}">${name}</h3>${fields(schema)}`,
  );
  const problems = Object.entries(PROBLEMS).map(
    ([kind, { status, title }]) =>
      `<tr id="${kind}"><td><code>${kind}</code></td><td>${status}</td><td>${title}.</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>cede serve</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #8884;padding:.3rem .5rem;text-align:left;vertical-align:top}
pre{background:#8881;padding:1rem;overflow:auto}:root{color-scheme:light dark}</style>
<h1>cede serve</h1>
<p>Decides which cases a model should hand to an expert, and keeps the record. The machine-readable
description is <a href="/openapi.json">/openapi.json</a>.</p>
<pre>curl -s localhost:8080/v1/decide -H 'content-type: application/json' \\
  -d '{"id": "case-1", "probs": [0.7, 0.2, 0.1]}'</pre>
<h2>Operations</h2>
<p>With several policies, each has the same operations under <code>/v1/policies/NAME/</code>.</p>
<table><tr><th>Operation</th><th>What it does</th><th>Role</th></tr>${operations.join('\n')}</table>
<h2>Bodies</h2>${schemas.join('\n')}
<h2>Refusals</h2>
<p>Every refusal is <code>application/problem+json</code>: <code>detail</code> is one sentence,
<code>field</code> names the part of the request.</p>
<table><tr><th>Kind</th><th>Status</th><th>Meaning</th></tr>${problems.join('\n')}</table></html>`;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
}

function fields({ properties, required, anyOf }: Schema): string {
  if (anyOf && !properties) return anyOf.map(fields).join('<p>or</p>');
  const rows = Object.entries(properties ?? {}).map(
    ([name, field]) =>
      `<tr><td><code>${escaped(name)}</code>${required?.includes(name) ? '' : ' (optional)'}</td><td>${escaped(typeText(field))}</td><td>${escaped(field.description ?? '')}</td></tr>`,
  );
  return rows.length === 0 ? '' : `<table>${rows.join('\n')}</table>`;
}

function typeText({ type, anyOf, enum: values, items }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (anyOf) return anyOf.map(typeText).join(' or ');
  if (type === 'array') return `list of ${items ? typeText(items) : 'anything'}`;
  return String(type ?? 'anything');
}
