type Fields = Record<string, unknown>;
/** package.json of a room as it should be. */
export function withSharedFields(room: string, own: Fields, workspace: Fields): Fields;
/** Writes it for every room. */
export function writeMetadata(root?: string): void;
