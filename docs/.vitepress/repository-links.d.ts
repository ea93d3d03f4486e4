/** As much of markdown-it as a rule of the site needs. */
interface Markdown {
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: object) => void): void };
  };
}

/** A number and its unit stay on one line. */
export function wholeUnits(md: Markdown): void;
