import { z } from 'zod';
import { listModels } from '../../shared/providers/list-models.ts';
import type { OfferedModel } from '../../shared/providers/listed-model.ts';
import type { Connection, Service } from '../service/service.ts';
import { isOwnServer, type FindVendor } from './vendor-lookup.ts';

export interface OwnModelsDependencies {
  readonly service: Pick<Service, 'connect'>;
  readonly findVendor: FindVendor;
  readonly fetch: typeof globalThis.fetch;
}

/** In milliseconds. A server on this computer responds quickly or is not running. */
const timeoutMs = 3_000;

const listSchema = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string() })),
});

/**
 * Lists the models of the user's own server: directly if it runs on this computer, otherwise through the service. If
 * the server is not running, the list is empty.
 */
export function createOwnModels({ service, findVendor, fetch }: OwnModelsDependencies) {
  return async (accessToken: string, name: string, caller: AbortSignal): Promise<readonly OfferedModel[]> => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(timeoutMs)]);
    try {
      const connection = await service.connect();
      const found = await findVendor(connection, accessToken, name, signal);
      if (!found) return [];
      if (isOwnServer(found)) return await listModels({ ...found, apiKey: null }, { signal, fetch });
      return await listThroughService(connection, accessToken, name, signal, fetch);
    } catch {
      return [];
    }
  };
}

async function listThroughService(
  connection: Connection,
  accessToken: string,
  name: string,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
): Promise<readonly OfferedModel[]> {
  const query = new URLSearchParams({ vendor: name });
  const response = await fetch(`${connection.url}/functions/v1/models?${query.toString()}`, {
    headers: { apikey: connection.publishableKey, authorization: `Bearer ${accessToken}` },
    signal,
  });
  const { data } = listSchema.parse(await response.json());
  return data.filter(({ owned_by }) => owned_by === name).map(({ id }) => ({ id, displayName: id }));
}
