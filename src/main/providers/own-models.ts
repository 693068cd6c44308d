import { z } from 'zod';
import { listModels, type OfferedModel } from '../../shared/providers/list-models.ts';
import type { Connection, Service } from '../service/service.ts';
import { isOwnServer } from './own-server.ts';
import type { FindVendor } from './vendor-lookup.ts';

export interface OwnModelsDependencies {
  readonly service: Pick<Service, 'connect'>;
  readonly findVendor: FindVendor;
  /** The guarded way out. */
  readonly fetch: typeof globalThis.fetch;
}

/** A server on this computer answers at once or is not there (ms). */
const patience = 3_000;

const listSchema = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string() })),
});

/**
 * The models of the user's own server: asked on this computer itself where it runs here, through the service where it
 * runs elsewhere. An own server that is not there has no models; that is no failure.
 */
export function createOwnModels({ service, findVendor, fetch }: OwnModelsDependencies) {
  return async (accessToken: string, name: string, caller: AbortSignal): Promise<readonly OfferedModel[]> => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(patience)]);
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
