import type { DecidedTable } from '@cede/core';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { connect, duckdb } from '../duckdb.js';

/** Decides the rows of a chunk: its columns are the arguments of the call. */
export type DecideChunk = (chunk: DuckDBDataChunk) => DecidedTable;

const NAME = 'cede_score';
/** Who is asked, by the number that each call carries as its last argument. */
const deciders = new Map<number, DecideChunk>();
let made = 0;
let registered: Promise<void> | undefined;

/** Opens DuckDB and gives it the function, in threads of its own: the caller may do something else. */
export function prepareScores(): Promise<void> {
  registered ??= register();
  return registered;
}

/**
 * Gives a statement a function of SQL that answers with `score` and `defer` of each row, while the
 * work lasts. DuckDB's threads call it here, in the thread of the event loop, a chunk after the other.
 */
export async function withScoreFunction<T>(
  decide: DecideChunk,
  work: (call: (columns: readonly string[]) => string) => Promise<T>,
): Promise<T> {
  await prepareScores();
  const number = made++;
  deciders.set(number, decide);
  try {
    return await work((columns) => `${NAME}(${[...columns, `${number}::DOUBLE`].join(', ')})`);
  } finally {
    deciders.delete(number);
  }
}

/**
 * Once for this instance of DuckDB: a function can't be taken away again. By the bindings, because
 * the API makes objects of every vector it is handed, which takes a quarter of the time of scoring.
 */
async function register(): Promise<void> {
  const api = await duckdb();
  const { ANY, BOOLEAN, DuckDBDataChunk, DuckDBScalarFunction, FLOAT, STRUCT } = api;
  const duck = api.bindings;
  const made = DuckDBScalarFunction.create({
    name: NAME,
    varArgsType: ANY,
    returnType: STRUCT({ score: FLOAT, defer: BOOLEAN }),
    // Called once for every row, and told of what is missing.
    volatile: true,
    specialHandling: true,
    mainFunction: () => undefined,
  });
  duck.scalar_function_set_function(made.scalar_function, (_info, input, output) => {
    const last = duck.data_chunk_get_vector(input, duck.data_chunk_get_column_count(input) - 1);
    const bytes = duck.vector_get_data(last, Float64Array.BYTES_PER_ELEMENT);
    const decide = deciders.get(new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true));
    if (!decide) throw new Error('nobody waits for these scores any more');
    const { scores, defer } = decide(new DuckDBDataChunk(input));
    for (const [k, { buffer, byteOffset, byteLength }] of [scores, defer].entries())
      duck.copy_data_to_vector(
        duck.struct_vector_get_child(output, k),
        0,
        buffer as ArrayBuffer,
        byteOffset,
        byteLength,
      );
  });
  const connection = await connect();
  connection.registerScalarFunction(made);
  connection.closeSync();
}
