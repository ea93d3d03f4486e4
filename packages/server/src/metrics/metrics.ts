import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createQuickHistogram } from './quick-histogram.js';

/** What Prometheus reads at /metrics. */
export interface Metrics {
  readonly registry: Registry;
  decided(policy: string, route: string, mark: string): void;
  /** Our own part of a request: from the parsed body to the answer, in seconds. */
  overhead(seconds: number): void;
  committed(rows: number, seconds: number): void;
  failed(): void;
  refused(kind: string): void;
  outcome(policy: string, kind: 'expert' | 'gold'): void;
}

/** What is looked up when Prometheus asks. */
export interface Looked {
  /** Rows that wait for the store. */
  depth(): number;
  /** Alarms by policy: whether each kind is raised. */
  alarms(): Iterable<readonly [policy: string, Readonly<Record<string, { raised: boolean }>>]>;
  /** Cases by policy that wait for an expert; nothing while the store is gone. */
  backlog(): Promise<Iterable<readonly [policy: string, waiting: number]>>;
}

type DecisionLabel = 'policy' | 'route' | 'mark';

export function createMetrics(look: Looked): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  // Counted by hand and told when asked: labels cost more than the rest of a count.
  const counts = new Map<string, { labels: Record<DecisionLabel, string>; count: number }>();
  new Counter({
    ...{ name: 'cede_decisions_total', help: 'Decisions made.', registers },
    labelNames: ['policy', 'route', 'mark'] as const,
    collect() {
      this.reset();
      for (const { labels, count } of counts.values()) this.inc(labels, count);
    },
  });
  const overhead = createQuickHistogram({
    name: 'cede_overhead_seconds',
    help: 'Time from a parsed request to its answer, the wait for the disk included.',
    buckets: [0.00005, 0.0001, 0.0002, 0.0003, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 1],
  });
  registry.registerMetric(overhead.metric);
  const commits = new Histogram({
    ...{ name: 'cede_commit_seconds', help: 'Time of one commit of the store.', registers },
    buckets: [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 1],
  });
  const rows = new Counter({
    name: 'cede_rows_written_total',
    help: 'Rows made durable.',
    registers,
  });
  const failures = new Counter({
    ...{ name: 'cede_commit_failures_total', help: 'Commits that the store refused.', registers },
  });
  const refusals = new Counter({
    ...{ name: 'cede_refusals_total', help: 'Requests refused, by kind.', registers },
    labelNames: ['kind'] as const,
  });
  const outcomes = new Counter({
    ...{ name: 'cede_outcomes_total', help: 'Outcomes recorded.', registers },
    labelNames: ['policy', 'kind'] as const,
  });
  new Gauge({
    ...{ name: 'cede_rows_waiting', help: 'Rows that wait for the store.', registers },
    collect() {
      this.set(look.depth());
    },
  });
  addGauges(registry, look);
  return {
    registry,
    decided(policy, route, mark) {
      const key = `${policy}\n${route}\n${mark}`;
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { labels: { policy, route, mark: mark || 'none' }, count: 1 });
    },
    overhead: overhead.observe,
    committed: (count, seconds) => {
      rows.inc(count);
      commits.observe(seconds);
    },
    failed: () => failures.inc(),
    refused: (kind) => refusals.inc({ kind }),
    outcome: (policy, kind) => outcomes.inc({ policy, kind }),
  };
}

/** What runbooks speak of: alarms, and cases that nobody has answered yet. */
function addGauges(registry: Registry, look: Looked): void {
  const registers = [registry];
  new Gauge({
    ...{ name: 'cede_alarm', help: '1 where an alarm is raised, by kind.', registers },
    labelNames: ['policy', 'alarm'] as const,
    collect() {
      for (const [policy, alarms] of look.alarms())
        for (const [alarm, { raised }] of Object.entries(alarms))
          this.set({ policy, alarm }, raised ? 1 : 0);
    },
  });
  new Gauge({
    ...{ name: 'cede_backlog', help: 'Cases handed over and not answered yet.', registers },
    labelNames: ['policy'] as const,
    async collect() {
      this.reset();
      for (const [policy, waiting] of await look.backlog()) this.set({ policy }, waiting);
    },
  });
}
