import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type PlainRequest, readPlainRequest } from './plain-request.js';

/**
 * The whole answer, head and body, a unit for each byte (as latin1 has it); or its promise. Undefined:
 * not for this lane.
 */
export type Answering = (request: PlainRequest) => string | Promise<string> | undefined;

export interface LaneOptions {
  /** How long a connection may wait for its first request, ms. */
  readonly firstTimeout: number;
  /** How long it may wait for the next one, ms. */
  readonly keepAlive: number;
}

/** What can be asked of a lane. */
export interface ExpressLane {
  /** Ends connections: the others after their answer, idle ones after what is on its way to us. */
  close(): void;
}

/** How long an idle connection may still bring a request while the service stops, ms. */
const LAST_REQUEST = 50;
/** How long a caller may take to close its own side of a connection that we have ended, ms. */
const FAREWELL = 2000;

/**
 * Answers plain requests straight from their socket. A decision takes about as long as the objects,
 * events and streams that Node and fastify make for every request, so callers who send nothing
 * unusual are spared those. Everything else goes the usual way with all of its bytes, and its
 * connection stays there: what is slow, cut in pieces, or odd meets Node's own parser and timeouts.
 */
export function addExpressLane(
  server: Server,
  answer: Answering,
  options: LaneOptions,
): ExpressLane {
  const usual = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const open = new Set<LaneConnection>();
  const afterReading = answersTogether();
  server.on('connection', (socket: Socket) => {
    const connection: LaneConnection = new LaneConnection(socket, answer, options, {
      afterReading,
      leave: () => open.delete(connection),
      handOver: () => {
        for (const listener of usual) listener.call(server, socket);
      },
    });
    open.add(connection);
  });
  return {
    close() {
      for (const connection of open) connection.close();
    },
  };
}

/**
 * Sends answers when all that has arrived is read. A write wakes its reader up, which costs more than
 * the write itself; those who are answered one right after the other are woken up once.
 */
function answersTogether(): Exits['afterReading'] {
  let waiting: [send: (text: string) => void, text: string][] = [];
  const sendAll = () => {
    const all = waiting;
    waiting = [];
    for (const [send, text] of all) send(text);
  };
  return (send, text) => {
    if (waiting.push([send, text]) === 1) setImmediate(sendAll);
  };
}

interface Exits {
  afterReading(send: (text: string) => void, text: string): void;
  leave(): void;
  handOver(): void;
}

/** One connection: one request under way at a time, as HTTP/1.1 wants answers in order. */
class LaneConnection {
  private busy = false;
  private closing = false;
  private served = false;
  /** We have ended our side: what still comes could not be answered, so it is not even read. */
  private over = false;
  /** What came while an answer was under way. */
  private rest: Buffer | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly answer: Answering,
    private readonly options: LaneOptions,
    private readonly exits: Exits,
  ) {
    socket.setNoDelay(true);
    socket.setTimeout(options.firstTimeout);
    socket.on('data', this.read).on('timeout', this.drop).on('error', this.drop);
    socket.on('end', this.ended).on('close', exits.leave);
  }

  close(): void {
    this.closing = true;
    if (!this.busy) setTimeout(this.endIdle, LAST_REQUEST);
  }

  private readonly endIdle = () => {
    if (!this.busy) this.end();
  };

  private end(): void {
    this.over = true;
    this.socket.setTimeout(FAREWELL);
    this.socket.end();
  }

  private readonly drop = () => {
    this.socket.destroy();
  };

  /** The caller sends no more; what is under way is still answered. */
  private readonly ended = () => {
    this.closing = true;
    if (!this.busy) this.end();
  };

  private readonly read = (bytes: Buffer) => {
    if (this.over) return;
    if (this.busy) this.keep(bytes);
    else this.take(bytes);
  };

  /** For after the answer. No more is read until then, so that memory stays flat. */
  private keep(bytes: Buffer): void {
    this.rest = this.rest ? Buffer.concat([this.rest, bytes]) : bytes;
    this.socket.pause();
  }

  private take(bytes: Buffer): void {
    const request = readPlainRequest(bytes);
    const answered = request && this.answer(request);
    if (!request || answered === undefined) {
      this.handOver(bytes);
      return;
    }
    if (request.end < bytes.length) this.keep(bytes.subarray(request.end));
    this.busy = true;
    if (typeof answered === 'string') this.exits.afterReading(this.write, answered);
    else answered.then(this.write, this.drop);
  }

  private readonly write = (text: string) => {
    const { socket } = this;
    if (socket.destroyed) return;
    const last = this.closing && this.rest === undefined;
    const flushed = socket.write(last ? sayingGoodbye(text) : text, 'latin1');
    if (!this.served) socket.setTimeout(this.options.keepAlive);
    this.served = true;
    this.busy = !flushed;
    if (flushed) this.next();
    else socket.once('drain', this.drained);
  };

  private readonly drained = () => {
    this.busy = false;
    this.next();
  };

  private next(): void {
    const { rest } = this;
    if (rest) {
      this.rest = undefined;
      this.socket.resume();
      this.take(rest);
    } else if (this.closing) this.end();
  }

  private handOver(bytes: Buffer): void {
    const { socket } = this;
    socket.off('data', this.read).off('timeout', this.drop).off('error', this.drop);
    socket.off('end', this.ended).off('close', this.exits.leave);
    this.exits.leave();
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(bytes);
    this.exits.handOver();
    socket.resume();
  }
}

/** The caller must not send its next request here. The head has no line before these that is the caller's. */
const sayingGoodbye = (text: string): string =>
  text.replace(
    /\r\nconnection: keep-alive\r\nkeep-alive: timeout=\d+\r\n/,
    '\r\nconnection: close\r\n',
  );
