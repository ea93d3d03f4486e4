import { ownColumns, type Policy } from '@cede/core';
import { count } from './numbers.js';

/** A file that a policy was written to. */
export interface ExportedFile {
  readonly kind: 'onnx' | 'sql' | 'js';
  readonly file: string;
  readonly bytes: number;
  /** Of SQL: for which engine, the table it reads, and its columns of probabilities. */
  readonly sql?: {
    readonly dialect: string;
    readonly table: string;
    readonly probabilities: readonly string[];
  };
}

/** What to know of the files, for a person. */
export const exportText = (policy: Policy, files: readonly ExportedFile[]): string[] => [
  ...files.map(
    (written) =>
      `Wrote ${written.file} (${count(written.bytes)} bytes): ${aboutText(policy, written)}.`,
  ),
  ...(leavesAnswers(policy, files)
    ? ['ONNX and SQL say who answers; how this policy answers is not in them.']
    : []),
];

/** For `--json`. */
export function exportDocument(policy: Policy, files: readonly ExportedFile[]) {
  const [onnx, sql, js] = (['onnx', 'sql', 'js'] as const).map((kind) =>
    files.find((written) => written.kind === kind),
  );
  return {
    format: 'cede/export',
    version: 1,
    ...(onnx && { onnx: onnx.file, bytes: onnx.bytes }),
    ...(sql && { sql: sql.file, dialect: sql.sql!.dialect }),
    ...(js && { js: js.file }),
    id: policy.id,
    inputs: inputNames(policy),
    ...(leavesAnswers(policy, files) && { answers: 'not-exported' }),
  };
}

/** Only JavaScript has the whole policy. */
const leavesAnswers = ({ answers }: Policy, files: readonly ExportedFile[]): boolean =>
  answers !== undefined && files.some(({ kind }) => kind !== 'js');

function aboutText(policy: Policy, { kind, sql }: ExportedFile): string {
  if (kind === 'js') return 'exports decide and policy';
  const inputs = inputNames(policy);
  return sql
    ? `reads ${readsText(policy, sql.probabilities)} of ${sql.table}, for ${sql.dialect}`
    : `${inputs.length === 1 ? 'input' : 'inputs'} ${inputs.join(' and ')}, outputs score and defer`;
}

/** The inputs of the graph. */
function inputNames({ scorer: { features } }: Policy): string[] {
  return [
    ...(features.classes > 0 ? ['probabilities'] : []),
    ...(ownColumns(features).length > 0 ? ['columns'] : []),
    ...(features.blocks ?? []).map((_, b) => `block_${b}`),
  ];
}

function readsText({ classes, scorer }: Policy, names: readonly string[]): string {
  const shown = names.length > 3 ? `${names[0]} … ${names.at(-1)}` : names.join(', ');
  const last = classes.length > 1 ? ` … ${classes.at(-1)}` : '';
  return [
    ...(names.length > 0 ? [`${shown} as the probabilities of ${classes[0]}${last}`] : []),
    ...scorer.features.columns.map(({ name }) => name),
  ].join(', ');
}
