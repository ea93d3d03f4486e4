import type { FastifyInstance } from 'fastify';
import type { Service } from '../engine/service.js';
import { Problem } from '../problem/problem.js';
import { StoreError } from '../store/contract.js';

export function addHealth(app: FastifyInstance, service: Service): void {
  app.get('/healthz', { config: { role: 'none' } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { config: { role: 'none' } }, async () => {
    if (service.stopping) throw new Problem('stopping', 'The service is stopping.', undefined, 5);
    await service.store.check();
    if (service.commit.failing) throw new StoreError(service.commit.failing.message);
    return { status: 'ready', store: 'ok', policies: [...service.policies.keys()] };
  });
  app.get('/metrics', { config: { role: 'any' } }, async (_request, reply) =>
    reply
      .header('content-type', service.metrics.registry.contentType)
      .send(await service.metrics.registry.metrics()),
  );
}
