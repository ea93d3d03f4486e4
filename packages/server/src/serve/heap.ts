import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';

/** As large as one half of V8's room for young objects may grow, instead of 16 MB. */
const LARGEST_HALF = 4 << 20;

/** How much larger the room for old objects may be than what is in use, percent. V8 takes up to 300. */
const GROWTH = 30;

/**
 * Fits V8's garbage collector to a service, which makes much and keeps little. It changes the whole
 * process, so call it only where the process is the service, as `cede serve` does, and before the
 * rest is loaded.
 */
export function fitHeap(): { stop(): void } {
  // Four threads that help each other with so little cost more than the collection itself.
  setFlagsFromString('--no-parallel-scavenge');
  // Batches leave much behind that is old and soon of no use: the heap took 85 MB for 30.
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  // The limit can't be lowered once the process runs, but growth can be stopped. It happens in
  // collections, twofold each time, so a look after each is in time. But not while modules are
  // loaded: that makes several collections before anybody can look.
  growBy(1);
  const hold = () => growBy(youngSpace() < 2 * LARGEST_HALF ? 2 : 1);
  const observer = new PerformanceObserver(hold);
  observer.observe({ entryTypes: ['gc'] });
  // V8 sets the factor back to 2 while a thread starts: looked after until it has.
  const holdAgain = (thread: Worker) => {
    const looking = setInterval(hold, 1);
    thread.once('online', () => clearInterval(looking)).once('online', hold);
    thread.once('exit', () => clearInterval(looking));
  };
  process.on('worker', holdAgain);
  return {
    stop() {
      observer.disconnect();
      process.off('worker', holdAgain);
      setFlagsFromString('--heap-growing-percent=0');
    },
  };
}

const growBy = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

const youngSpace = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
