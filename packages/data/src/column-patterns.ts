import { globPattern, isGlob } from './glob.js';

/**
 * How columns are named: a name, a glob (`f_*`), or braces as a shell has them (`f_{age,crp}`), and
 * several of these. Braces without a comma stand for themselves.
 */
export type ColumnPatterns = string | readonly string[];

const BRACES = /\{([^{}]*,[^{}]*)\}/;

/** Every name or glob that a pattern stands for, in the order written. */
export function alternatives(pattern: string): string[] {
  const found = BRACES.exec(pattern);
  if (!found) return [pattern];
  const [before, after] = [
    pattern.slice(0, found.index),
    pattern.slice(found.index + found[0].length),
  ];
  return found[1]!.split(',').flatMap((part) => alternatives(`${before}${part}${after}`));
}

/** Names as `splitColumns` takes them: a comma of a name's own is no end of it. */
export const typedList = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(',', '\\,')).join(',');

/** A list as it is typed: at commas outside braces. `\,` is a comma of a column's own name. */
export function splitColumns(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '\\' && text[at + 1] === ',') {
      parts[parts.length - 1] += ',';
      at++;
      continue;
    }
    if (letter === '{') depth++;
    if (letter === '}' && depth > 0) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/**
 * What tells the columns of one pattern apart, which names their classes: what stands in the place
 * of wildcards and braces, without a mark that all begin with (`x_p*` and `x_p_*` find the same
 * names). Of columns that were listed one by one: what follows their common beginning.
 */
export function capturedNames(patterns: ColumnPatterns, names: readonly string[]): string[] {
  const list = typeof patterns === 'string' ? [patterns] : patterns;
  if (list.length > 1 && list.every((pattern) => !isGlob(pattern) && !BRACES.test(pattern)))
    return afterCommonBeginning(names);
  const known = list.map(capturingPattern);
  const found = names.map((name) => {
    const captured = known.map((pattern) => pattern.exec(name)).find((match) => match !== null);
    return (captured?.slice(1) ?? [name]).join('');
  });
  const mark = /^[_.-]/.exec(found[0] ?? '')?.[0];
  const shared = mark && found.every((name) => name.startsWith(mark) && name.length > 1);
  return withoutCloser(withoutBrackets(shared ? found.map((name) => name.slice(1)) : found));
}

/** `tree prob*` finds " (oak)" and " (elm)", which are called oak and elm. */
function withoutBrackets(names: readonly string[]): string[] {
  const inside = names.map((name) => /^\s+[([](.*)[)\]]$/s.exec(name)?.[1]);
  if (inside.every((name) => name)) return inside as string[];
  return names.some((name) => name.trim() === '') ? [...names] : names.map((name) => name.trim());
}

/** `P(*` finds "oak) %" and "elm) %": a bracket that was opened before the wildcard closes no name. */
function withoutCloser(names: readonly string[]): string[] {
  const closer = /[)\]][^\p{L}\p{N}]*$/u.exec(names[0] ?? '')?.[0];
  const shared =
    closer !== undefined &&
    names.every((name) => name.endsWith(closer) && name.length > closer.length) &&
    !names.some((name) => /[([]/.test(name));
  return shared ? names.map((name) => name.slice(0, -closer.length)) : [...names];
}

/** The text that names begin with alike, without wildcards or braces: what such columns are called. */
export function commonBeginning(names: readonly string[]): string {
  let [shared = ''] = names;
  for (const name of names) while (!name.startsWith(shared)) shared = shared.slice(0, -1);
  return shared;
}

function afterCommonBeginning(names: readonly string[]): string[] {
  const shared = commonBeginning(names);
  const endings = names.map((name) => name.slice(shared.length));
  if (endings.every((ending) => /^\d+$/.test(ending))) return endings;
  // "m_cat" and "m_car" are called cat and car: a name is not cut in the middle of a word.
  const word = /^.*[_.-]/s.exec(shared)?.[0].length ?? 0;
  return names.map((name) => name.slice(word));
}

/** Braces capture what was chosen in them, as a wildcard captures what it stands for. */
function capturingPattern(pattern: string): RegExp {
  const found = BRACES.exec(pattern);
  if (!found) return globPattern(pattern);
  const source = (part: string) => capturingPattern(part).source.slice(1, -1);
  const choices = found[1]!.split(',').map((part) => source(part).replace(/\((?!\?)/g, '(?:'));
  const after = pattern.slice(found.index + found[0].length);
  return new RegExp(
    `^${source(pattern.slice(0, found.index))}(${choices.join('|')})${source(after)}$`,
    's',
  );
}
