/**
 * The cases of `{"cases": [{…}, {…}]}` as the caller wrote them. The record keeps these texts, and
 * writing every case out again takes longer than its score. `body` must be sound JSON; undefined
 * where something else stands in it, or a case is no object.
 */
export function caseTexts(body: string, count: number): string[] | undefined {
  const head = HEAD.exec(body);
  if (!head) return undefined;
  const texts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = head[0].length; at < body.length; at++) {
    const sign = body.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(body, at);
    else if (sign === OPENS || sign === LIST_OPENS) {
      if (depth++ === 0) from = at;
    } else if (sign === CLOSES || sign === LIST_CLOSES) {
      if (depth === 0)
        return texts.length === count && TAIL.test(body.slice(at)) ? texts : undefined;
      if (--depth === 0) texts.push(body.slice(from, at + 1));
    }
  }
  return undefined;
}

const HEAD = /^\s*\{\s*"cases"\s*:\s*\[/;
const TAIL = /^\]\s*\}\s*$/;
const [QUOTE, OPENS, CLOSES, LIST_OPENS, LIST_CLOSES] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d];

/** Where the string that begins here ends: at the first quote behind an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
}
