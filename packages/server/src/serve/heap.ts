import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** As large as one half of V8's room for young objects may grow: 16 MB is its own limit. */
const LARGEST_HALF = 8 << 20;

/**
 * Fits V8's garbage collector to a service, which makes much and keeps little. Call what is returned
 * now and then under load, until it says true.
 */
export function fitHeap(): () => boolean {
  // Four threads that help each other with so little cost more than the collection itself.
  setFlagsFromString('--no-parallel-scavenge');
  let fitted = false;
  return () => {
    if (!fitted && youngSpace() >= 2 * LARGEST_HALF) {
      // Its limit can't be lowered once the process runs, but its growth can be stopped.
      setFlagsFromString('--semi-space-growth-factor=1');
      fitted = true;
    }
    return fitted;
  };
}

const youngSpace = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
