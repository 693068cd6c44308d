import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { parseVendorConfig } from '../../shared/providers/vendor.ts';
import { getSupabase } from './supabase.ts';

/** A vendor as every signed-in person sees it. */
export interface Vendor {
  readonly id: string;
  /** The stable identifier, e.g. `deepinfra`. */
  readonly name: string;
  readonly displayName: string;
  /** Where its keys go; null for a vendor without network. */
  readonly endpointOrigin: string | null;
  readonly needsKey: boolean;
  /** Whether the service holds a key; the key itself is told to nobody. */
  readonly hasKey: boolean;
  readonly isActive: boolean;
  readonly defaultModel: string | null;
}

/** [VENDOR-009] */
const CACHED_FOR = 30_000;
/** The hosted open-model vendor [VENDOR-011]. The built-in list of models is its list. */
const HOSTED_OPEN_MODELS = 'deepinfra';
/** Vendors of these kinds work without a key whatever their row says. */
const withoutKey: ReadonlySet<string> = new Set(['ollama', 'demo']);

const vendorRow = z
  .object({
    id: z.string(),
    name: z.string(),
    display_name: z.string(),
    endpoint_url: z.string().nullable(),
    has_key: z.boolean().nullable(),
    is_active: z.boolean(),
    config: z.unknown(),
  })
  .transform((row): Vendor => {
    const config = parseVendorConfig(row.config);
    return {
      id: row.id,
      name: row.name,
      displayName: row.display_name,
      endpointOrigin:
        row.endpoint_url !== null && URL.canParse(row.endpoint_url) ? new URL(row.endpoint_url).origin : null,
      needsKey: config.needs_key !== false && !withoutKey.has(row.name),
      hasKey: row.has_key === true,
      isActive: row.is_active,
      defaultModel: config.default_model ?? null,
    };
  });

/** The vendors in their order [VENDOR-010, VENDOR-012]. Rejects when they cannot be read. */
export async function getVendors(): Promise<readonly Vendor[]> {
  const client = await getSupabase();
  const { data } = await client
    .from('api_vendors')
    .select('id, name, display_name, endpoint_url, has_key, is_active, config')
    .order('priority_order', { ascending: true })
    .order('name', { ascending: true })
    .throwOnError();
  return z.array(vendorRow).parse(data);
}

export const vendorQueries = {
  /** A change of the table ends its freshness too (realtime). */
  all: () => queryOptions({ queryKey: ['vendors'], queryFn: getVendors, staleTime: CACHED_FOR }),
};

export const activeVendor = (vendors: readonly Vendor[]): Vendor | null =>
  vendors.find(({ isActive }) => isActive) ?? null;

export const isHostedOpenModels = ({ name }: Vendor): boolean => name === HOSTED_OPEN_MODELS;

/** The vendors that a person can have a key of their own for. */
export const vendorsWithKeys = (
  vendors: readonly Vendor[],
): readonly (Vendor & { endpointOrigin: string })[] =>
  vendors.flatMap((vendor) =>
    vendor.needsKey && vendor.endpointOrigin !== null
      ? [{ ...vendor, endpointOrigin: vendor.endpointOrigin }]
      : [],
  );
