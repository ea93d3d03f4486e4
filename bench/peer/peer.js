// A Python peer that answers one JSON line with another, kept running so that both sides of a
// benchmark alternate in one run. PYTHON names the interpreter that has PyTorch (or scikit-learn).
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CANDIDATES = [process.env.PYTHON, '/usr/bin/python3', 'python3'].filter(Boolean);

/** Starts bench/peer/SCRIPT, or returns null where no Python with PyTorch (or `needs`) is found. */
export async function startPeer(script, needs = 'torch') {
  for (const python of CANDIDATES) {
    if (await canImport(python, needs)) return open(python, script);
  }
  return null;
}

function canImport(python, library) {
  return new Promise((resolve) => {
    const probe = spawn(python, ['-c', `import ${library}`], { stdio: 'ignore' });
    probe.on('error', () => resolve(false));
    probe.on('exit', (code) => resolve(code === 0));
  });
}

function open(python, script) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(python, [path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OMP_NUM_THREADS: '1' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`the peer ${script} stopped`);
      return JSON.parse(value);
    },
    close: () => child.stdin.end(),
  };
}
