import { limits } from '../../shared/ipc/limits.ts';
import { listModels } from '../../shared/providers/list-models.ts';
import type { OfferedModel } from '../../shared/providers/listed-model.ts';
import { localServers, vendorOf } from '../../shared/providers/local-servers.ts';
import { findThinkers } from './local-thinkers.ts';

/** The models of a server on this computer. */
export interface LocalModels {
  /** As in `localServers`. */
  readonly name: string;
  readonly models: readonly OfferedModel[];
}

export type FindLocalModels = (caller: AbortSignal) => Promise<readonly LocalModels[]>;

/** A server on this computer responds quickly (ms) or is not running. */
const usualTimeout = 2_000;

/** Embedding models can't chat. */
const isEmbedding = ({ id }: OfferedModel): boolean => /\bembed/i.test(id);

/**
 * The servers that run models on this computer and respond. Only the fixed URLs in `localServers` are called. Other
 * programs may use the same ports, so servers that list no models are left out.
 *
 * @param fetch from `guardFetch`: it follows no redirects, so no request leaves this computer
 */
export function createLocalModels(fetch: typeof globalThis.fetch, timeout = usualTimeout): FindLocalModels {
  return async (caller) => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(timeout)]);
    const found = await Promise.all(
      localServers.map(async (server): Promise<LocalModels> => {
        const listed = await listModels(vendorOf(server), { signal, fetch }).catch(() => []);
        const models = listed.filter((model) => !isEmbedding(model)).slice(0, limits.modelsPerList);
        const ids = models.map(({ id }) => id);
        const thinkers = await findThinkers(server, ids, { signal, fetch });
        return {
          name: server.name,
          models: models.map((model) => (thinkers.has(model.id) ? { ...model, reasoning: true } : model)),
        };
      }),
    );
    return found.filter(({ models }) => models.length > 0);
  };
}
