import { escapeHtml } from '../escape.js';

/** `gemini-1.5-pro-002`, "ResNet-8", `drcpe-zeroone`: a short name that is not broken behind a hyphen. */
const asWhole = (name: string) =>
  name.length <= 24 && /\d|^drcpe-/.test(name) ? `<span class="option">${name}</span>` : name;

/** Text for HTML: escaped; a line's end parts neither a number from its unit, nor an option, nor a name. */
export function html(text: string): string {
  return (
    escapeHtml(text)
      .replace(/(\d) (%|points)/g, '$1\u00a0$2')
      .replace(/% interval/g, '%\u00a0interval')
      // Nor is the range in "0–1 loss".
      .replace(/(\d)–(\d)/g, '$1\u2060–\u2060$2')
      .replace(/ … /g, '\u00a0…\u00a0')
      .replace(/(^|[ (])(--[a-z]+(?:-[a-z]+)*)/g, '$1<span class="option">$2</span>')
      .replace(/[\p{L}\d.]+(?:-[\p{L}\d.]+)+/gu, asWhole)
  );
}

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  /** Where the dial moves the cell: what the script knows it by. */
  readonly id?: ((row: Row) => string) | undefined;
}

/** A plain table; the first column heads its row. Cells are text and get escaped here. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map(({ head: text }) => `<th scope="col">${html(text)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = columns.map(({ cell, id }, k) =>
      k === 0
        ? `<th scope="row">${html(cell(row))}</th>`
        : `<td${id ? ` id="${id(row)}"` : ''}>${html(cell(row))}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

/** A frame for what may be wider than the page; style and script show that there is more. */
export const scroll = (label: string, content: string, tall = false) =>
  `<div class="scroll${tall ? ' tall' : ''}" tabindex="0" role="region" aria-label="${escapeHtml(label)}">${content}</div>`;

export const section = (title: string, ...parts: string[]) =>
  `<section class="details"><h2>${html(title)}</h2>\n${parts.filter(Boolean).join('\n')}\n</section>`;

export const paragraph = (text: string, className = '') =>
  `<p${className ? ` class="${className}"` : ''}>${html(text)}</p>`;
