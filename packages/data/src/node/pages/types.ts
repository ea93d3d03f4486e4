/** The types of Parquet that are decoded here, by its numbers for them (`kernel/values.ts` has them, too). */
export const INT32 = 1;
export const INT64 = 2;
export const FLOAT = 4;
export const DOUBLE = 5;
export const BYTES = 6;

export const TYPES: Record<string, number> = { INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY: BYTES };

/** Bytes of a value, of the types whose values have all the same. */
export const VALUE_BYTES: Record<number, number> = {
  [INT32]: 4,
  [INT64]: 8,
  [FLOAT]: 4,
  [DOUBLE]: 8,
};
