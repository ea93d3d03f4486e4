import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const packages = fileURLToPath(new URL('../../..', import.meta.url));

/** Every package of the workspace. */
export const ROOMS = readdirSync(packages);

/** Source files of a package, without tests and without compiled kernels. */
export function sources(room: string): string[] {
  const folder = join(packages, room, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|long|wasm|d)\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

/** A path as messages name it: `core/src/table/table.ts`. */
export const shortPath = (path: string): string => relative(packages, path).replaceAll('\\', '/');

const known = new Map<string, ts.SourceFile>();

/** A file of the workspace as the compiler reads it; read once for all tests. */
export function parsedFile(path: string): ts.SourceFile {
  const file = known.get(path) ?? parsed(path, readFileSync(path, 'utf8'));
  known.set(path, file);
  return file;
}

/** The same of a text. */
export const parsed = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/** Calls `visit` for every node of a file. */
export function eachNode(file: ts.SourceFile, visit: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, walk);
  };
  walk(file);
}
