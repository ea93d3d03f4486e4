// Class, file and column names are the user's: every text that enters a document passes here.

const HTML: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and attribute values of HTML and SVG; control characters, illegal in XML, become �. */
export function escapeHtml(text: string): string {
  return dropControls(text).replace(/[&<>"']/g, (character) => HTML[character]);
}

/** For a cell of a Markdown table. Backslash first in the class: it escapes itself too. */
export function escapeMarkdown(text: string): string {
  return dropControls(text)
    .replace(/[\n\t]+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|~$]/g, '\\$&');
}

const LATEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};

export function escapeLatex(text: string): string {
  return dropControls(text)
    .replace(/[\n\t]+/g, ' ')
    .replace(/[\\~^<>&%$#_{}]/g, (character) => LATEX[character] ?? `\\${character}`);
}

/** RFC 4180: quotes only where needed. */
export function escapeCsv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** JSON inside a script element: nothing in it may close the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function dropControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');
}
