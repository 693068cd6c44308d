import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { clientOf, type ClientName, parseVendorConfig } from '../../shared/providers/vendor.ts';
import { takeSharedStartPart } from './app-start.ts';
import { getSupabase } from './supabase.ts';

/** The vendor's data that signed-in users can see. */
export interface Vendor {
  readonly id: string;
  /** For example `deepinfra`. */
  readonly name: string;
  readonly displayName: string;
  readonly client: ClientName | null;
  /** The origin that keys are sent to. Null for a vendor that needs no network, such as the demo. */
  readonly endpointOrigin: string | null;
  readonly needsKey: boolean;
  /** True if the service has a key, which is never sent to clients. */
  readonly hasKey: boolean;
  readonly isActive: boolean;
  /** True if the vendor's models are offered in addition to the active vendor's. */
  readonly isEnabled: boolean;
  readonly defaultModel: string | null;
  /** Set if an administrator chose one. Otherwise the client's default applies. */
  readonly transcriptionModel?: string;
}

/** [VENDOR-009] */
const STALE_TIME = 30_000;
/** The hosted open-model vendor [VENDOR-011]. The built-in list contains its models. */
const HOSTED_OPEN_MODELS = 'deepinfra';
/** The built-in vendor, whose replies don't come from a model. */
const DEMO = 'demo';
const keylessVendors: ReadonlySet<string> = new Set(['ollama', DEMO]);

const vendorRow = z
  .object({
    id: z.string(),
    name: z.string(),
    display_name: z.string(),
    endpoint_url: z.string().nullable(),
    has_key: z.boolean().nullable(),
    is_active: z.boolean(),
    is_enabled: z.boolean().nullish(),
    config: z.unknown(),
  })
  .transform((row): Vendor => {
    const config = parseVendorConfig(row.config);
    return {
      id: row.id,
      name: row.name,
      displayName: row.display_name,
      client: clientOf({ name: row.name, config }),
      endpointOrigin:
        row.endpoint_url !== null && URL.canParse(row.endpoint_url) ? new URL(row.endpoint_url).origin : null,
      needsKey: config.needs_key !== false && !keylessVendors.has(row.name),
      hasKey: row.has_key === true,
      isActive: row.is_active,
      isEnabled: row.is_enabled === true,
      defaultModel: config.default_model ?? null,
      ...(config.transcription_model && { transcriptionModel: config.transcription_model }),
    };
  });

/** [VENDOR-010, VENDOR-012] */
export async function getVendors(): Promise<readonly Vendor[]> {
  const startRows = await takeSharedStartPart('vendors');
  if (startRows) return z.array(vendorRow).parse(startRows);
  const client = await getSupabase();
  const { data } = await client
    .from('api_vendors')
    .select('id, name, display_name, endpoint_url, has_key, is_active, is_enabled, config')
    .order('priority_order', { ascending: true })
    .order('name', { ascending: true })
    .throwOnError();
  return z.array(vendorRow).parse(data);
}

export const vendorQueries = {
  /** Also refetched when a realtime event reports a change. */
  all: () => queryOptions({ queryKey: ['vendors'], queryFn: getVendors, staleTime: STALE_TIME }),
};

export const activeVendor = (vendors: readonly Vendor[]): Vendor | null =>
  vendors.find(({ isActive }) => isActive) ?? null;

export const isDemo = ({ name }: Pick<Vendor, 'name'>): boolean => name === DEMO;

export const isHostedOpenModels = ({ name }: Vendor): boolean => name === HOSTED_OPEN_MODELS;

export const vendorsWithKeys = (
  vendors: readonly Vendor[],
): readonly (Vendor & { endpointOrigin: string })[] =>
  vendors.flatMap((vendor) =>
    vendor.needsKey && vendor.endpointOrigin !== null
      ? [{ ...vendor, endpointOrigin: vendor.endpointOrigin }]
      : [],
  );
