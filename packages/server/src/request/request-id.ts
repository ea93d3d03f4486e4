let requests = 0;
const thisProcess = Math.random().toString(36).slice(2, 8);

/** The caller's own request id, where it is one; else a short one of ours. */
export function requestId(header: unknown): string {
  if (typeof header === 'string' && /^[\w.:/+=@-]{1,128}$/.test(header)) return header;
  return `${thisProcess}-${(++requests).toString(36)}`;
}
