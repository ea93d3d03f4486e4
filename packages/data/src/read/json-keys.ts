/** A text, or a bracket, a colon or a comma: all that tells the keys of an object from its values. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * A key that a JSON object has twice. `JSON.parse` keeps the last and says nothing. Lines are only
 * looked at closely where there are more keys in them than the object has fields.
 */
export function repeatedKey(line: string, row: object): string | undefined {
  const keys = Object.keys(row).length;
  let marks = 0;
  for (let at = line.indexOf(':'); at >= 0 && marks <= keys; at = line.indexOf(':', at + 1))
    marks++;
  if (marks <= keys) return undefined;
  const seen = new Set<string>();
  let depth = 0;
  let before = '';
  for (const [token] of line.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token === ':' && depth === 1) {
      const key = JSON.parse(before) as string;
      if (seen.has(key)) return key;
      seen.add(key);
    }
    before = token;
  }
  return undefined;
}
