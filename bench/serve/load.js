// The load, in a process of its own: HTTP/1.1 over plain sockets, so that it costs little beside the
// server that is measured. Every connection has one request under way at a time.
//   node load.js '{"address": "http://127.0.0.1:8080", "path": "/empty", "connections": 32, "seconds": 4}'
import { connect } from 'node:net';
import { stream } from '@cede/core';

const CLASSES = 10;
/** How far apart an open loop looks for what is due, ms. */
const TICK = 0.1;
/** Seconds of an open loop that are not counted. */
const WARM_UP = 1;

/** Probabilities as JSON, made beforehand: the load is not about making them. */
function inputs(count) {
  const random = stream(7, 'load');
  return Array.from({ length: count }, () => {
    const row = Array.from({ length: CLASSES }, () => random.uniform() ** 4 + 0.01);
    const sum = row.reduce((a, b) => a + b, 0);
    return JSON.stringify(row.map((value) => +(value / sum).toFixed(6)));
  });
}

/** Bodies whose ids never repeat. */
function bodies(batch) {
  const drawn = inputs(997);
  const prefix = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
  let count = 0;
  const one = () => {
    count++;
    return `{"id":"${prefix}-${count}","probs":${drawn[count % drawn.length]}}`;
  };
  if (!batch) return one;
  return () => `{"cases":[${Array.from({ length: batch }, one).join(',')}]}`;
}

/**
 * One keep-alive connection. `ask` sends a request; `told` is called when its answer is complete.
 * Bytes are read into one buffer of the connection's own: no stream, no text but the head's.
 */
function connection({ hostname, port }, path) {
  let [missing, before, done] = [0, '', undefined];
  const finish = () => {
    const call = done;
    [before, done] = ['', undefined];
    call();
  };
  const read = (count, bytes) => {
    if (missing > 0) {
      missing -= count;
      if (missing === 0) finish();
      return true;
    }
    const text = before + bytes.latin1Slice(0, count);
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) {
      before = text;
      return true;
    }
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(`${path}: ${text.slice(0, 600)}`);
    missing = lengthIn(text) - (text.length - end - 4);
    if (missing === 0) finish();
    return true;
  };
  const onread = { buffer: Buffer.alloc(1 << 16), callback: read };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: `;
  return {
    ready: new Promise((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    }),
    ask(body, told) {
      done = told;
      socket.write(`${head}${body.length}\r\n\r\n${body}`, 'latin1');
    },
    close: () => socket.destroy(),
  };
}

function lengthIn(text) {
  const at = text.indexOf('ontent-length: ');
  if (at < 0) throw new Error(`no length in ${text.slice(0, 600)}`);
  return Number.parseInt(text.slice(at + 15, at + 23), 10);
}

/** As many requests as the connections take. */
function closedLoop(connections, body, seconds, times) {
  return new Promise((resolve) => {
    let open = connections.length;
    const end = performance.now() + 1000 * seconds;
    for (const each of connections) {
      const again = () => {
        const began = performance.now();
        if (began > end) {
          if (--open === 0) resolve();
          return;
        }
        each.ask(body(), () => {
          times.push(performance.now() - began);
          again();
        });
      };
      again();
    }
  });
}

const nobody = new Int32Array(new SharedArrayBuffer(4));

/**
 * Calls `work` again and again and sleeps in between, in the one thread that also reads answers.
 * Timers of Node know nothing shorter than a millisecond, a loop that never sleeps takes a core from
 * the service that is measured, and a second thread that only keeps time was the largest cause of
 * slow answers on two cores, on both routes. Answers are read after a sleep: up to TICK late.
 */
function everyTick(work) {
  let ended = false;
  const tick = () => {
    work();
    if (ended) return;
    Atomics.wait(nobody, 0, 0, TICK);
    setImmediate(tick); // after what has arrived meanwhile
  };
  setImmediate(tick);
  return () => {
    ended = true;
  };
}

/**
 * At a fixed pace, whatever the answers do. Times count from when a request was due. The first
 * WARM_UP seconds are not counted: until Node has compiled this file, it falls behind its own pace,
 * and what waits meanwhile would be the slowest hundredth, whatever the service does.
 */
function openLoop(connections, body, seconds, times, pace) {
  return new Promise((resolve) => {
    const idle = [...connections];
    const due = [];
    const began = performance.now();
    const counted = began + 1000 * WARM_UP;
    const random = stream(11, 'arrivals');
    let next = began;
    let under = 0;
    const send = () => {
      while (due.length > 0 && idle.length > 0) {
        const at = due.shift();
        const each = idle.pop();
        under++;
        each.ask(body(), () => {
          if (at >= counted) times.push(performance.now() - at);
          under--;
          idle.push(each);
          send();
        });
      }
    };
    const tick = () => {
      const now = performance.now();
      while (next <= now) {
        due.push(next);
        next += (-Math.log(1 - random.uniform()) * 1000) / pace;
      }
      send();
      if (now - counted < 1000 * seconds) return;
      next = Number.POSITIVE_INFINITY; // no more are due; only what is under way is waited for
      if (under === 0 && due.length === 0) {
        stop();
        resolve();
      }
    };
    const stop = everyTick(tick);
  });
}

const { address, path, connections: count, seconds, batch, pace } = JSON.parse(process.argv[2]);
const connections = Array.from({ length: count }, () => connection(new URL(address), path));
await Promise.all(connections.map(({ ready }) => ready));
const times = [];
const body = bodies(batch);
const began = performance.now();
if (pace) await openLoop(connections, body, seconds, times, pace);
else await closedLoop(connections, body, seconds, times);
const took = (performance.now() - began) / 1000;
for (const { close } of connections) close();
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor(share * (times.length - 1))];
const cpu = process.cpuUsage();
console.log(
  JSON.stringify({
    ...{
      requests: times.length,
      perSecond: times.length / (pace ? took - WARM_UP : took),
      p50: at(0.5),
      p90: at(0.9),
      p99: at(0.99),
    },
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }),
);
