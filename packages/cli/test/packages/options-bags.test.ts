import ts from 'typescript';
import { expect, it } from 'vitest';
import { eachNode, parsed, parsedFile, ROOMS, shortPath, sources } from './sources.js';

const MOST_FIELDS = 10;

/** What is given to a function is named so; documents, rows and formats are named for what they are. */
const BAG = /(Options|Input|Ask|Request|Words|Flags|Settings|Parts)$/;

/** Larger ones, each with its reason. */
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^\w*Flags$/, 'what was typed: a field for each option of a command, as commander gives them'],
  [/^ServeOptions$/, 'the keys of the config file of a service, which are its options too'],
  [/^(Policy)?FitOptions$/, 'public, and one flat object in policy.json: what a fit may be told'],
  [/^TrainingOptions$/, 'the recipe of a network: every field is in the name of its cell'],
  [
    /^(Answer|Fact)Parts$/,
    'no choices: one decision as it is written down, flat because it is hot',
  ],
];

/** The fields of a type, and the types that it adds to. */
interface Declared {
  readonly path: string;
  readonly fields: Set<string>;
  readonly adds: {
    readonly name: string;
    readonly only?: Set<string>;
    readonly not?: Set<string>;
  }[];
}

function declaredIn(files: readonly ts.SourceFile[]): Map<string, Declared> {
  const found = new Map<string, Declared>();
  for (const file of files)
    eachNode(file, (node) => {
      if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) return;
      const type: Declared = { path: shortPath(file.fileName), fields: new Set(), adds: [] };
      if (ts.isInterfaceDeclaration(node)) {
        addMembers(type, node.members);
        for (const { types } of node.heritageClauses ?? [])
          for (const base of types) addType(type, base);
      } else addType(type, node.type);
      found.set(node.name.text, type);
    });
  return found;
}

function addMembers({ fields }: Declared, members: ts.NodeArray<ts.TypeElement>): void {
  for (const member of members)
    if (ts.isPropertySignature(member)) fields.add(member.name.getText());
}

function addType(to: Declared, node: ts.Node): void {
  if (ts.isTypeLiteralNode(node)) addMembers(to, node.members);
  else if (ts.isIntersectionTypeNode(node)) for (const part of node.types) addType(to, part);
  else if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
    const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : node.expression.getText();
    const [of, keys] = node.typeArguments ?? [];
    if (/^(Partial|Readonly|Required)$/.test(name)) addType(to, of);
    else if (/^(Pick|Omit)$/.test(name)) {
      const names = new Set([...keys.getText().matchAll(/'(\w+)'/g)].map(([, key]) => key));
      to.adds.push({ name: of.getText(), [name === 'Pick' ? 'only' : 'not']: names });
    } else to.adds.push({ name });
  }
}

function fieldsOf(name: string, types: Map<string, Declared>): Set<string> {
  const type = types.get(name);
  const all = new Set(type?.fields);
  for (const { name: added, only, not } of type?.adds ?? [])
    for (const field of added === name ? [] : fieldsOf(added, types))
      if (only ? only.has(field) : !not?.has(field)) all.add(field);
  return all;
}

/** `path: Name has 12`, for every bag with more fields than it may have. */
function largeBags(files: readonly ts.SourceFile[]): string[] {
  const types = declaredIn(files);
  return [...types].flatMap(([name, { path }]) => {
    const { size } = fieldsOf(name, types);
    return BAG.test(name) && size > MOST_FIELDS ? [`${path}: ${name} has ${size}`] : [];
  });
}

it('counts the fields of a type with those that it adds to', () => {
  const fields = (count: number, letter: string) =>
    Array.from({ length: count }, (_, k) => `${letter}${k}?: number;`).join(' ');
  const code = `interface Own { ${fields(6, 'a')} } type Other = { ${fields(6, 'b')} };
    interface AOptions { ${fields(10, 'c')} }
    interface BOptions extends Own { ${fields(5, 'd')} }
    type CInput = Own & Partial<Other>;
    interface DAsk extends Omit<Own, 'a0' | 'a1'>, Pick<Other, 'b0'> { ${fields(6, 'e')} }
    interface Document { ${fields(30, 'f')} }`;
  expect(largeBags([parsed('a.ts', code)])).toEqual([
    expect.stringContaining('BOptions has 11'),
    expect.stringContaining('CInput has 12'),
    expect.stringContaining('DAsk has 11'),
  ]);
});

it('an options bag with more than ten fields is two ideas', () => {
  const large = largeBags(ROOMS.flatMap(sources).map(parsedFile));
  const nameOf = (bag: string) => /: (\w+) has/.exec(bag)![1];
  const excused = (bag: string) => EXCEPTIONS.some(([names]) => names.test(nameOf(bag)));
  expect(large.filter((bag) => !excused(bag))).toEqual([]);
  // An exception that nothing needs any more would hide the next one.
  for (const [names] of EXCEPTIONS)
    expect(
      large.some((bag) => names.test(nameOf(bag))),
      String(names),
    ).toBe(true);
});
