import { z } from 'zod';
import { parseVendorConfig, type Vendor } from '../../shared/providers/vendor.ts';
import type { Connection } from '../service/service.ts';
import { isLoopback } from './outbound.ts';

const rowsSchema = z
  .array(
    z.object({
      name: z.string(),
      display_name: z.string(),
      endpoint_url: z.string().nullable(),
      config: z.unknown(),
      is_enabled: z.boolean().nullish(),
    }),
  )
  .max(1);

export type FindVendor = ReturnType<typeof createVendorLookup>;

export type KeylessVendor = Omit<Vendor, 'apiKey'> & {
  /** The only origin that receives this vendor's key; null for a vendor that needs no network. */
  readonly origin: string | null;
  /** Whether users can choose this vendor while another one is active. */
  readonly isEnabled: boolean;
};

/** In milliseconds. Outdated rows are harmless, because a key is bound to the row's origin. */
export const vendorCacheTime = 30_000;

/**
 * Reads vendors from the service as the user. The page must not choose the URL itself, because the key is sent there.
 * A response also proves that the service accepts the token, so rows are cached per token.
 */
export function createVendorLookup(fetch: typeof globalThis.fetch, now: () => number = Date.now) {
  const rows = new Map<string, { readonly vendor: KeylessVendor | null; readonly until: number }>();

  /**
   * @param name the vendor's name; undefined for the active vendor
   * @param isFresh true to skip the cache, because the user is about to enter a key for this origin
   * @returns null if this user cannot see the vendor, or the service refuses
   * @throws the error of fetch if the service cannot be reached
   */
  return async (
    connection: Connection,
    accessToken: string,
    name: string | undefined,
    signal: AbortSignal,
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<KeylessVendor | null> => {
    const cacheKey = `${accessToken} ${name ?? ''}`;
    const cached = rows.get(cacheKey);
    if (cached && cached.until > now() && !isFresh) return cached.vendor;
    for (const [key, { until }] of rows) if (until <= now()) rows.delete(key);

    const query = new URLSearchParams({
      select: 'name,display_name,endpoint_url,config,is_enabled',
      limit: '1',
    });
    if (name === undefined) query.set('is_active', 'is.true');
    else query.set('name', `eq.${name}`);
    const response = await fetch(`${connection.url}/rest/v1/api_vendors?${query.toString()}`, {
      headers: { apikey: connection.publishableKey, authorization: `Bearer ${accessToken}` },
      signal,
    });
    if (!response.ok) return null;
    const parsedRows = rowsSchema.safeParse(await response.json());
    if (!parsedRows.success) return null;
    const [row] = parsedRows.data;
    const vendor = row ? toVendor(row) : null;
    rows.set(cacheKey, { vendor, until: now() + vendorCacheTime });
    return vendor;
  };
}

function toVendor(row: z.infer<typeof rowsSchema>[number]): KeylessVendor {
  const endpointUrl = row.endpoint_url ?? '';
  return {
    name: row.name,
    displayName: row.display_name,
    endpointUrl,
    config: parseVendorConfig(row.config),
    isEnabled: row.is_enabled === true,
    origin: URL.canParse(endpointUrl) ? new URL(endpointUrl).origin : null,
  };
}

/**
 * Returns whether the main process may call this vendor without a key, because it is the user's own model server on
 * this computer. Only the vendor for own servers qualifies, and only with a loopback URL, so that no row of the service
 * can make the app call another host. If the service itself offers the vendor, the URL refers to the service's
 * computer.
 */
export const isOwnServer = ({ name, origin, config, isEnabled }: KeylessVendor): boolean =>
  name === 'ollama' &&
  !isEnabled &&
  config.needs_key !== true &&
  origin !== null &&
  isLoopback(new URL(origin));
