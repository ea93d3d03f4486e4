/** examples/http-client/api.ts, of an OpenAPI document. */
export function clientTypes(document: Record<string, unknown>): string;
