// What is used of DuckDB's API. The build joins its hundred CommonJS files into this one
// (scripts/bundle.js): Node took three times as long to load them.
import bindings from '@duckdb/node-bindings';

export {
  ANY,
  ARRAY,
  arrayValue,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBScalarFunction,
  FLOAT,
  ResultReturnType,
  STRUCT,
  VARCHAR,
} from '@duckdb/node-api';
export { bindings };
