/**
 * The first key that an object of a JSON text has twice, or undefined. JSON.parse takes the last of
 * them in silence, so that a file can say one thing to a reader of its text and another to a
 * program. The text must be valid JSON.
 */
export function duplicateKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []; // keys of the objects around; undefined for a list
  const mark = /["{}[\]]/g; // most of a policy are numbers between
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const at = found.index;
    switch (text[at]) {
      case '{':
        open.push(new Set());
        break;
      case '[':
        open.push(undefined);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"': {
        const end = closingQuote(text, at);
        const keys = open.at(-1);
        if (keys && isKey(text, end + 1)) {
          const key: string = JSON.parse(text.slice(at, end + 1));
          if (keys.has(key)) return key;
          keys.add(key);
        }
        mark.lastIndex = end + 1;
      }
    }
  }
  return undefined;
}

function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** An odd number of backslashes before it: the others escape each other. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from--;
  return (at - from) % 2 === 1;
}

/** A string of an object is a key where a colon follows. */
function isKey(text: string, after: number): boolean {
  let at = after;
  while (/\s/.test(text[at] ?? '')) at++;
  return text[at] === ':';
}
