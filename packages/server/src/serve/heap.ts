import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** As large as one half of V8's room for young objects may grow, instead of 16 MB. */
const LARGEST_HALF = 4 << 20;

/**
 * Fits V8's garbage collector to a service, which makes much and keeps little. It changes the whole
 * process, so call it only where the process is the service, as `cede serve` does.
 */
export function fitHeap(): { stop(): void } {
  // Four threads that help each other with so little cost more than the collection itself.
  setFlagsFromString('--no-parallel-scavenge');
  // The limit can't be lowered once the process runs, but growth can be stopped. It happens in
  // collections, twofold each time, so a look after each is in time.
  const observer = new PerformanceObserver(() => {
    if (youngSpace() < 2 * LARGEST_HALF) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
  return { stop: () => observer.disconnect() };
}

const youngSpace = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
