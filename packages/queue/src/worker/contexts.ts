import type { NamedContext } from '@cede/run';
import { shareArrays } from '@cede/study/node';
import type { ObjectStore } from '../object/store.js';
import { fetchValue } from '../object/value.js';

/** The contexts of the latest runs, each fetched once, its arrays in memory that threads share. */
export interface ContextCache {
  get(store: ObjectStore, name: string): Promise<NamedContext>;
}

/** `own` is what this machine adds: where checkpoints go, how many threads a network may use. */
export function contextCache(own: Readonly<Record<string, unknown>>, kept = 4): ContextCache {
  const contexts = new Map<string, Promise<NamedContext>>();
  return {
    get(store, name) {
      const known = contexts.get(name);
      contexts.delete(name);
      const context = known ?? fetched(store, name);
      contexts.set(name, context);
      context.catch(() => contexts.delete(name));
      if (contexts.size > kept) contexts.delete(contexts.keys().next().value!);
      return context;
    },
  };

  async function fetched(store: ObjectStore, name: string): Promise<NamedContext> {
    const value = shareArrays(await fetchValue(store, name));
    return { name, value: { ...(value as object), ...own } };
  }
}
