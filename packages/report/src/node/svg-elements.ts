/** One element of an SVG that this room drew. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SvgElement[];
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" },
};

const plain = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Our own SVGs as a tree. They have no comments, no CDATA and no doctype, which a reader of any SVG would need. */
export function svgElements(svg: string): SvgElement {
  const stack: {
    name: string;
    attributes: Record<string, string>;
    children: SvgElement[];
    text: string;
  }[] = [{ name: '', attributes: {}, children: [], text: '' }];
  for (const [, closing, name, attributes = '', single, text] of svg.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g,
  )) {
    const top = stack[stack.length - 1];
    if (text !== undefined) top.text += plain(text);
    else if (closing) stack[stack.length - 2].children.push(stack.pop()!);
    else {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)];
      const element = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, plain(value)])),
        children: [],
        text: '',
      };
      if (single) top.children.push(element);
      else stack.push(element);
    }
  }
  return stack[0].children[0];
}
