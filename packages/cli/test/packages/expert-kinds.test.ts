import { EXPERT_KINDS } from '@cede/core';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { eachNode, parsed, parsedFile, ROOMS, shortPath, sources } from './sources.js';

/** Each has a file for every kind, and a registry that is asked. */
const FAMILIES = /core\/src\/(table\/expert-kinds|answers\/joining)\//;

const isKind = (node: ts.Node) =>
  ts.isStringLiteral(node) && Object.hasOwn(EXPERT_KINDS, node.text);
const asksKind = (node: ts.Node) => /(^|[.?])kind$/.test(node.getText());

/** `expert.kind === 'labels'`, `case 'votes'` of a kind, `['correct', …].includes(expert.kind)`. */
function branches(file: ts.SourceFile): string[] {
  const found: string[] = [];
  eachNode(file, (node) => {
    const isBranch =
      (ts.isBinaryExpression(node) &&
        /^[!=]==?$/.test(node.operatorToken.getText()) &&
        [node.left, node.right].some(isKind) &&
        [node.left, node.right].some(asksKind)) ||
      (ts.isCaseClause(node) &&
        isKind(node.expression) &&
        asksKind((node.parent.parent as ts.SwitchStatement).expression)) ||
      (ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        node.expression.name.text === 'includes' &&
        node.arguments.some(asksKind) &&
        ts.isArrayLiteralExpression(node.expression.expression) &&
        node.expression.expression.elements.some(isKind));
    if (isBranch) found.push(`${shortPath(file.fileName)}: ${node.getText().split('\n')[0]}`);
  });
  return found;
}

it('sees branches of every form, and none in what other things are called', () => {
  const code = `
    if (expert.kind !== 'votes' || kind === 'labels') f();
    switch (asked?.kind) { case 'losses': g(); }
    ['correct', 'losses'].includes(experts[0].kind);
    target.kind === 'accuracy'; role === 'votes'; pricedBy === 'losses';`;
  expect(branches(parsed('a.ts', code))).toHaveLength(4);
});

const outside = () => ROOMS.flatMap(sources).filter((path) => !FAMILIES.test(shortPath(path)));

it('whoever needs to know something of an expert asks its kind: no branches elsewhere', () => {
  expect(outside().flatMap((path) => branches(parsedFile(path)))).toEqual([]);
});

it('one place knows a policy that turns cases away by the name of its expert', () => {
  const compared = outside().filter((path) => {
    let found = false;
    eachNode(parsedFile(path), (node) => {
      if (ts.isBinaryExpression(node) && /===|!==/.test(node.operatorToken.getText()))
        found ||= [node.left, node.right].some((side) => /^(REJECT|NOBODY)$/.test(side.getText()));
    });
    return found;
  });
  expect(compared.map(shortPath)).toEqual(['core/src/policy/outcomes.ts']);
});
