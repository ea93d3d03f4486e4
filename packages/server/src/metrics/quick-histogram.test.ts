import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createQuickHistogram } from './quick-histogram.js';

it("tells Prometheus what prom-client's own histogram would", async () => {
  const options = { name: 'waiting_seconds', help: 'Waiting.', buckets: [0.001, 0.01, 0.1] };
  const [ours, theirs] = [new Registry(), new Registry()];
  const quick = createQuickHistogram(options);
  ours.registerMetric(quick.metric);
  const plain = new Histogram({ ...options, registers: [theirs] });
  for (const seconds of [0.0005, 0.001, 0.002, 0.05, 0.1, 3]) {
    quick.observe(seconds);
    plain.observe(seconds);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
});
