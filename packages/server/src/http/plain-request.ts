/** A request in its plainest form, as one piece of bytes held it. */
export interface PlainRequest {
  readonly path: string;
  /** The body, as it came. */
  readonly text: string;
  readonly authorization: string | undefined;
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  /** Where the next request begins. */
  readonly end: number;
}

/** Heads longer than this go the usual way. */
const LONGEST_HEAD = 4096;

/** A header line with nothing unusual in it: no folding, no control characters, nothing but ASCII. */
const LINE = /([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ ]?([!-~](?:[ -~]*[!-~])?)\r\n/y;
const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i;

/** Headers that are read, and their places; any of them twice goes the usual way. */
const READ = new Map([
  ['host', 0],
  ['content-type', 1],
  ['content-length', 2],
  ['connection', 3],
  ['authorization', 4],
  ['x-request-id', 5],
  ['traceparent', 6],
]);

/** Headers that change how a request is to be read. */
const USUAL_WAY = new Set([
  ...['transfer-encoding', 'content-encoding', 'expect', 'upgrade', 'te', 'trailer'],
  ...['keep-alive', 'proxy-connection', 'http2-settings'],
]);

/**
 * Reads a whole `POST` of JSON from the beginning of some bytes. Takes only what can be read in one
 * way. Undefined means "let Node's parser see these bytes": also where something is wrong with them.
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | undefined {
  // 'POST': most others are told apart here.
  if (bytes.length < 16 || bytes[0] !== 0x50 || bytes[1] !== 0x4f) return undefined;
  const head = bytes.toString('latin1', 0, Math.min(bytes.length, LONGEST_HEAD));
  const first = head.indexOf('\r\n');
  const stop = head.indexOf('\r\n\r\n');
  if (stop < 0 || !head.startsWith('POST /') || !head.startsWith(' HTTP/1.1', first - 9))
    return undefined;
  const path = head.slice(5, first - 9);
  const read: (string | undefined)[] = [undefined, undefined, undefined, undefined];
  for (LINE.lastIndex = first + 2; LINE.lastIndex < stop + 2; ) {
    const line = LINE.exec(head);
    if (!line) return undefined;
    const name = line[1].toLowerCase();
    const place = READ.get(name);
    if (place === undefined) {
      if (USUAL_WAY.has(name)) return undefined;
      continue;
    }
    if (read[place] !== undefined) return undefined;
    read[place] = line[2];
  }
  const [host, type, length, connection, authorization, requestId, traceparent] = read;
  if (host === undefined || type === undefined || length === undefined) return undefined;
  if (!JSON_TYPE.test(type) || !/^\d{1,6}$/.test(length)) return undefined;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined;
  const body = stop + 4;
  const end = body + Number(length);
  if (end > bytes.length) return undefined;
  const text = bytes.toString('utf8', body, end);
  return { path, text, authorization, requestId, traceparent, end };
}
