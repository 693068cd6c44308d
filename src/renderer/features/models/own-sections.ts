import { getSupabase } from '../../lib/supabase.ts';
import type { ModelService } from '../../lib/model-choice.ts';
import type { Vendor } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import type { KeyStatus } from '../../platform/own-keys/own-keys.ts';
import { type KnownPlan, lockedModels } from './choose-models.ts';
import { getOfferedModels } from './get-available-models.ts';
import { type ModelEntry, plainEntry } from './model.ts';

/** The vendor of the user's own server, which may be any server that supports the OpenAI protocol. */
const OWN_SERVER = 'ollama';

export interface ModelSection {
  /** Null for the active vendor, which requests don't need to name. */
  readonly vendorName: string | null;
  readonly title: string;
  readonly kind: 'active' | 'enabled' | 'own-key' | 'own-server' | 'this-computer';
  /**
   * The vendor to name in requests, with the origin of the user's key. Null for the active vendor without a
   * key.
   */
  readonly target: { readonly name: string; readonly endpointOrigin: string | null } | null;
  /** The user's own server, if it lists these models. */
  readonly server?: Vendor;
  readonly service: ModelService | null;
  readonly models: readonly ModelEntry[];
  readonly locked: ReadonlySet<string>;
}

export const serviceOf = ({ client, endpointOrigin, transcriptionModel }: Vendor): ModelService => ({
  client,
  origin: endpointOrigin,
  ...(transcriptionModel && { transcriptionModel }),
});

/** Returns the vendors other than the active one for which the user has a usable key. */
export const vendorsWithOwnKey = (
  vendors: readonly Vendor[],
  statuses: ReadonlyMap<string, KeyStatus>,
): readonly Vendor[] =>
  vendors.filter(({ name, isActive }) => !isActive && (statuses.get(name)?.place ?? null) !== null);

/** Returns vendors that the service offers in addition to the active one, except those for which the user has a key. */
export const enabledVendors = (
  vendors: readonly Vendor[],
  statuses: ReadonlyMap<string, KeyStatus>,
): readonly Vendor[] =>
  vendors.filter(
    ({ name, isActive, isEnabled, hasKey, needsKey }) =>
      isEnabled && !isActive && (hasKey || !needsKey) && (statuses.get(name)?.place ?? null) === null,
  );

/** Returns the user's own server, unless the service offers it. Null in a browser. */
export const ownServerOf = (vendors: readonly Vendor[]): Vendor | null =>
  (platform.listOwnModels &&
    vendors.find(
      ({ name, isActive, isEnabled, endpointOrigin }) =>
        name === OWN_SERVER && !isActive && !isEnabled && endpointOrigin,
    )) ??
  null;

/** Reads the vendors' stored models. A vendor without any offers its default model. */
export async function getModelsOf(
  vendors: readonly Vendor[],
): Promise<ReadonlyMap<string, readonly ModelEntry[]>> {
  const offeredModels = await getOfferedModels(await getSupabase(), vendors);
  return new Map(
    vendors.map(({ name, defaultModel }) => {
      const models = offeredModels.get(name) ?? [];
      if (models.length > 0 || defaultModel === null) return [name, models];
      // The vendor's settings name this model, so it needs no warning.
      return [name, [{ ...plainEntry(defaultModel), isDefault: true, isUnknown: false }]];
    }),
  );
}

export interface OwnSources {
  readonly vendors: readonly Vendor[];
  readonly statuses: ReadonlyMap<string, KeyStatus>;
  /** Stored models of vendors other than the active one, by vendor name. */
  readonly storedModels: ReadonlyMap<string, readonly ModelEntry[]>;
  readonly serverModels: readonly ModelEntry[];
  readonly plan: KnownPlan;
  readonly freeModels: number;
}

/** Returns the sections after the active vendor's, in vendor order, without empty ones. */
export function ownSections({
  vendors,
  statuses,
  storedModels,
  serverModels,
  plan,
  freeModels,
}: OwnSources): readonly ModelSection[] {
  const server = ownServerOf(vendors);
  const withKey = vendorsWithOwnKey(vendors, statuses);
  const enabled = enabledVendors(vendors, statuses);
  return vendors.flatMap((vendor): ModelSection[] => {
    const hasKey = withKey.includes(vendor);
    const isEnabled = enabled.includes(vendor);
    const isServer = vendor === server && !hasKey;
    const models = isServer ? serverModels : hasKey || isEnabled ? (storedModels.get(vendor.name) ?? []) : [];
    if (models.length === 0) return [];
    return [
      {
        vendorName: vendor.name,
        title: vendor.displayName,
        kind: isServer ? 'own-server' : hasKey ? 'own-key' : 'enabled',
        target: { name: vendor.name, endpointOrigin: hasKey ? vendor.endpointOrigin : null },
        ...(isServer && { server: vendor }),
        service: serviceOf(vendor),
        models,
        // A limited plan includes only some of the active vendor's models, and none of enabled vendors.
        locked: lockedModels(models, plan, isEnabled ? 0 : freeModels),
      },
    ];
  });
}
