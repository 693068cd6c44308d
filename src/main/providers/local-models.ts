import { limits } from '../../shared/ipc/limits.ts';
import { listModels } from '../../shared/providers/list-models.ts';
import type { OfferedModel } from '../../shared/providers/listed-model.ts';
import { localServers, vendorOf } from '../../shared/providers/local-servers.ts';
import { findThinkingModels } from './thinking-models.ts';

export interface LocalModels {
  readonly name: string;
  readonly models: readonly OfferedModel[];
}

export type FindLocalModels = (caller: AbortSignal) => Promise<readonly LocalModels[]>;

/** In milliseconds. A server on this computer responds quickly or is not running. */
const defaultTimeout = 2_000;

/** Models for embeddings cannot chat. */
const isEmbedding = ({ id }: OfferedModel): boolean => /\bembed/i.test(id);

/**
 * Finds the model servers on this computer. Calls only the fixed URLs in `localServers`. Other programs may use the
 * same ports, so a server that lists no models is left out.
 * @param fetch from `guardFetch`: it follows no redirects, so no request leaves this computer
 */
export function createLocalModels(fetch: typeof globalThis.fetch, timeout = defaultTimeout): FindLocalModels {
  return async (caller) => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(timeout)]);
    const servers = await Promise.all(
      localServers.map(async (server): Promise<LocalModels> => {
        const listedModels = await listModels(vendorOf(server), { signal, fetch }).catch(() => []);
        const models = listedModels.filter((model) => !isEmbedding(model)).slice(0, limits.modelsPerList);
        const ids = models.map(({ id }) => id);
        const thinking = await findThinkingModels(server, ids, { signal, fetch });
        return {
          name: server.name,
          models: models.map((model) => (thinking.has(model.id) ? { ...model, reasoning: true } : model)),
        };
      }),
    );
    return servers.filter(({ models }) => models.length > 0);
  };
}
