import { InputError } from '@cede/core';
import type { Build } from '../server/build.js';
import type { QueueServer } from '../server/contract.js';

const unfinished = async (server: QueueServer, build: string): Promise<number> => {
  const { waiting, running } = await server.counts(build);
  return waiting + running;
};

/**
 * Refuses to wait beside a queue whose cells all belong to another build: the worker would look
 * busy and never do anything.
 */
export async function refuseOtherBuild(server: QueueServer, build: Build): Promise<void> {
  const { [build.name]: _own, ...others } = await server.builds();
  if ((await unfinished(server, build.name)) > 0) return;
  for (const [other, description] of Object.entries(others)) {
    const cells = await unfinished(server, other);
    if (cells > 0)
      throw new InputError(
        `worker: the ${cells} cells on ${server.shown} were put there by ${description}; this is ${build.description}. Results would not be the same bytes. Start a worker of that build.`,
        'build-differs',
        { found: build.description, expected: description, cells },
      );
  }
}
