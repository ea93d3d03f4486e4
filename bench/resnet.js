// Training steps of ResNets, side by side with PyTorch (bench/peer/torch_resnet.py), taking turns
// in one run because machines are noisy; then GFLOP/s of each kind of layer. A turn is one step that
// isn't counted, because the other side's turn left caches cold and threads asleep, and three that
// are. Quiet, the default takes a minute and a half.
//   npm run bench:resnet [-- --json] [-- --threads 2] [-- --rounds 8]
import { setTimeout } from 'node:timers/promises';
import { multiplyAdds, supportsFma } from '@cede/nn';
import { openBench } from '../packages/nn/dist/bench.js';
import { json, median, noise, round, say, show } from './measure.js';
import { startPeer } from './peer/peer.js';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const THREADS = option('threads', 2);
const ROUNDS = option('rounds', 8);
const [BATCH, CLASSES, WARM, STEPS] = [128, 7, 6, 3];
const NETWORKS = [
  { depth: 8, size: 28 },
  { depth: 14, size: 28 },
  { depth: 32, size: 32 },
];
const LAYOUTS = ['default', 'channels_last'];

const peer = await startPeer('torch_resnet.py');
if (!peer) say('no Python with PyTorch found (PYTHON names one): our side only');
const rows = [];
const results = [];
for (const { depth, size } of NETWORKS) await compare(depth, size);
peer?.close();
show(
  `training, images/s (medians), batch ${BATCH}, ${THREADS} threads, ${supportsFma() ? 'fused' : 'plain'} kernels`,
  rows,
  { results },
);
if (!json) await layers();

async function compare(depth, size) {
  const network = `ResNet-${depth}@${size}`;
  say(`${network} …`);
  const spec = specOf(depth, size);
  const bench = await openBench(spec, BATCH, THREADS, supportsFma());
  const counted = (times) => times.slice(1);
  const ask = async (layout, steps) => {
    if (!peer) return [Number.NaN, Number.NaN];
    const request = {
      depth,
      size,
      classes: CLASSES,
      batch: BATCH,
      layout,
      threads: THREADS,
      steps,
    };
    return (await peer.ask(request)).seconds;
  };
  const seconds = { ours: [], default: [], channels_last: [] };
  const inRounds = { default: [], channels_last: [] };
  bench.steps(WARM); // the engine compiles in earnest what has run for a while
  for (const layout of LAYOUTS) await ask(layout, WARM);
  for (let turn = 0; turn < ROUNDS; turn++) {
    await setTimeout(60); // the peer's threads spin a little after their work
    const ours = counted(bench.steps(1 + STEPS));
    seconds.ours.push(...ours);
    for (const layout of LAYOUTS) {
      const theirs = counted(await ask(layout, 1 + STEPS));
      seconds[layout].push(...theirs);
      inRounds[layout].push(median(theirs) / median(ours));
    }
  }
  await bench.close();
  const speed = (times) => BATCH / median(times);
  const ratio = (layout) => round(speed(seconds.ours) / speed(seconds[layout]), 3);
  results.push({ network, ratio: ratio('channels_last'), ratioDefault: ratio('default') });
  rows.push({
    network,
    ours: round(speed(seconds.ours), 0),
    'PyTorch default': round(speed(seconds.default), 0),
    'PyTorch channels_last': round(speed(seconds.channels_last), 0),
    ratioDefault: ratio('default'),
    ratio: ratio('channels_last'),
    'worst rounds': LAYOUTS.map((layout) => round(Math.min(...inRounds[layout]))).join(', '),
    'GFLOP/s': round((6 * multiplyAdds(spec) * speed(seconds.ours)) / 1e9, 0),
    'noise %': round(100 * noise(seconds.ours), 0),
  });
}

/** One thread, each kind of layer alone, against the machine's own multiply-adds. */
async function layers() {
  const bench = await openBench(specOf(8, 28), BATCH, 1, supportsFma());
  const peak = bench.peak();
  const measured = bench.layers().map(({ name, gigaflops }) => ({
    layer: name,
    'GFLOP/s': round(gigaflops, 1),
    'share of peak %': round((100 * gigaflops) / peak, 0),
  }));
  show(
    `layers on one thread; peak of 4-wide multiply-adds ${round(peak, 1)} GFLOP/s. Multiplications ` +
      'are counted by the plain definition; transforms need a quarter of them, so shares pass 100 %',
    measured,
  );
  await bench.close();
}

function specOf(depth, size) {
  const half = [0.5, 0.5, 0.5];
  return {
    ...{ depth, classes: CLASSES, height: size, width: size, channels: 3 },
    ...{ mean: half, deviation: half },
  };
}
