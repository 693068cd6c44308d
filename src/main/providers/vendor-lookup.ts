import { z } from 'zod';
import { parseVendorConfig, type Vendor } from '../../shared/providers/vendor.ts';
import type { Connection } from '../service/service.ts';

const rowsSchema = z
  .array(
    z.object({
      name: z.string(),
      display_name: z.string(),
      endpoint_url: z.string().nullable(),
      config: z.unknown(),
    }),
  )
  .max(1);

export type FindVendor = ReturnType<typeof createVendorLookup>;

export type KeylessVendor = Omit<Vendor, 'apiKey'> & {
  /** Where a key of this vendor goes; null for a vendor without network. */
  readonly origin: string | null;
};

/** How long a vendor's row is believed. A key is bound to the row's origin, so an old row cannot misdirect it. */
export const rowLifetime = 30_000;

/**
 * Reads vendors from the service as the user. The page is not asked: an address of its choosing would receive the key.
 * An answer also says that the service accepts the token, which is why rows are kept per token.
 */
export function createVendorLookup(fetch: typeof globalThis.fetch, now: () => number = Date.now) {
  const rows = new Map<string, { readonly vendor: KeylessVendor | null; readonly until: number }>();

  /**
   * @param name the vendor's name; the active one when undefined
   * @param isFresh true where the row must be the service's word of now: a key is about to be entered for its origin
   * @returns null when the service names no such vendor to this user, or refuses to say
   * @throws what fetch throws when the service cannot be reached
   */
  return async (
    connection: Connection,
    accessToken: string,
    name: string | undefined,
    signal: AbortSignal,
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<KeylessVendor | null> => {
    const cacheKey = `${accessToken} ${name ?? ''}`;
    const kept = rows.get(cacheKey);
    if (kept && kept.until > now() && !isFresh) return kept.vendor;
    for (const [key, { until }] of rows) if (until <= now()) rows.delete(key);

    const query = new URLSearchParams({ select: 'name,display_name,endpoint_url,config', limit: '1' });
    if (name === undefined) query.set('is_active', 'is.true');
    else query.set('name', `eq.${name}`);
    const response = await fetch(`${connection.url}/rest/v1/api_vendors?${query.toString()}`, {
      headers: { apikey: connection.publishableKey, authorization: `Bearer ${accessToken}` },
      signal,
    });
    if (!response.ok) return null;
    const found = rowsSchema.safeParse(await response.json());
    if (!found.success) return null;
    const [row] = found.data;
    const vendor = row ? toVendor(row) : null;
    rows.set(cacheKey, { vendor, until: now() + rowLifetime });
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
    origin: URL.canParse(endpointUrl) ? new URL(endpointUrl).origin : null,
  };
}
