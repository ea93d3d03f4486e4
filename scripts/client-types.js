// examples/http-client/api.ts from the OpenAPI document of `cede serve`: a type for every schema.
//   node scripts/client-types.js      writes it; a test compares
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A JSON schema as a TypeScript type. */
function typeOf(schema, indent = '') {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const any = schema.anyOf ?? schema.oneOf;
  if (any) return any.map((each) => typeOf(each, indent)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'array': {
      const items = typeOf(schema.items ?? {}, indent);
      return items.includes(' ') ? `(${items})[]` : `${items}[]`;
    }
    case 'object':
      return objectType(schema, indent);
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectType({ properties = {}, required = [], additionalProperties }, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, schema]) => [
    ...(schema.description ? [`${inner}/** ${schema.description} */`] : []),
    `${inner}${/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};`,
  ]);
  const open = additionalProperties && typeof additionalProperties === 'object';
  if (lines.length === 0)
    return open ? `Record<string, ${typeOf(additionalProperties, indent)}>` : '{}';
  // Beside named properties TypeScript takes any value: their types need not be the same.
  if (open) lines.push(`${inner}[column: string]: unknown;`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** The whole file. */
export function clientTypes({ components, info }) {
  const types = Object.entries(components.schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const about = schema.description ? `/** ${schema.description} */\n` : '';
      return `${about}export type ${name} = ${typeOf(schema)};`;
    });
  return `// Made by scripts/client-types.js from the OpenAPI document of cede serve ${info.version}.\n// biome-ignore-all format: as the program writes it\n\n${types.join('\n\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { openApi } = await import('../packages/server/dist/schema/openapi.js');
  const { VERSION } = await import('../packages/server/dist/version.js');
  const file = new URL('../examples/http-client/api.ts', import.meta.url);
  writeFileSync(file, clientTypes(openApi(VERSION)));
}
