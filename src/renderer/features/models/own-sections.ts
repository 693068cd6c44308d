import { readAccessToken } from '../../lib/supabase.ts';
import { getSupabase } from '../../lib/supabase.ts';
import type { Vendor } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import type { KeyStatus } from '../../platform/own-keys/own-keys.ts';
import { type KnownPlan, lockedModels, withDefaultFirst } from './choose-models.ts';
import { getOfferedModels } from './get-available-models.ts';
import { type ModelEntry, plainEntry } from './model.ts';

/** The user's own server: any that speaks the OpenAI-style protocol. */
const OWN_SERVER = 'ollama';

/** One vendor's models in the selector. */
export interface ModelSection {
  /** Null for the active vendor, which requests need not name. */
  readonly vendorName: string | null;
  readonly title: string;
  readonly kind: 'active' | 'own-key' | 'own-server';
  /** The vendor to name in requests, with the origin of the user's key; null for the active vendor without one. */
  readonly target: { readonly name: string; readonly endpointOrigin: string | null } | null;
  /** The user's own server, if it lists these models. */
  readonly server?: Vendor;
  readonly models: readonly ModelEntry[];
  /** Ids of models that the plan doesn't include. */
  readonly locked: ReadonlySet<string>;
}

/** The vendors other than the active one that the user has a usable key for. */
export const vendorsWithOwnKey = (
  vendors: readonly Vendor[],
  statuses: ReadonlyMap<string, KeyStatus>,
): readonly Vendor[] =>
  vendors.filter(({ name, isActive }) => !isActive && (statuses.get(name)?.place ?? null) !== null);

/** The user's own server, unless it is the active vendor. */
export const ownServerOf = (vendors: readonly Vendor[]): Vendor | null =>
  vendors.find(({ name, isActive, endpointOrigin }) => name === OWN_SERVER && !isActive && endpointOrigin) ??
  null;

/** The models of vendors with a key of the user; a vendor without any in the tables offers its default model. */
export async function getOwnKeyModels(
  vendors: readonly Vendor[],
): Promise<ReadonlyMap<string, readonly ModelEntry[]>> {
  const offeredModels = await getOfferedModels(await getSupabase(), vendors);
  return new Map(
    vendors.map(({ name, defaultModel }) => {
      const models = offeredModels.get(name) ?? [];
      if (models.length > 0 || defaultModel === null) return [name, models];
      // An administrator entered it, so it needs no warning.
      return [name, [{ ...plainEntry(defaultModel), isDefault: true, isUnknown: false }]];
    }),
  );
}

/** The models that the user's own server lists; none if it isn't running. */
export async function getOwnServerModels(
  { name, defaultModel }: Vendor,
  signal: AbortSignal,
): Promise<readonly ModelEntry[]> {
  const accessToken = await readAccessToken();
  const models = await platform.listOwnModels(name, { accessToken, signal }).catch(() => []);
  signal.throwIfAborted();
  return withDefaultFirst(
    models.map(({ id, displayName, contextLength = null }) => ({
      ...plainEntry(id, displayName),
      contextLength,
      isUnknown: contextLength === null,
    })),
    defaultModel,
  );
}

export interface OwnSources {
  readonly vendors: readonly Vendor[];
  readonly statuses: ReadonlyMap<string, KeyStatus>;
  readonly keyModels: ReadonlyMap<string, readonly ModelEntry[]>;
  readonly serverModels: readonly ModelEntry[];
  readonly plan: KnownPlan;
  /** How many models Starter includes. */
  readonly freeModels: number;
}

/** The sections below the active vendor's, in the vendors' order, without empty ones. */
export function ownSections({
  vendors,
  statuses,
  keyModels,
  serverModels,
  plan,
  freeModels,
}: OwnSources): readonly ModelSection[] {
  const server = ownServerOf(vendors);
  const withKey = vendorsWithOwnKey(vendors, statuses);
  return vendors.flatMap((vendor): ModelSection[] => {
    const hasKey = withKey.includes(vendor);
    const models = hasKey ? (keyModels.get(vendor.name) ?? []) : vendor === server ? serverModels : [];
    if (models.length === 0) return [];
    return [
      {
        vendorName: vendor.name,
        title: vendor.displayName,
        kind: hasKey ? 'own-key' : 'own-server',
        target: { name: vendor.name, endpointOrigin: hasKey ? vendor.endpointOrigin : null },
        ...(!hasKey && { server: vendor }),
        models,
        locked: lockedModels(models, plan, freeModels),
      },
    ];
  });
}
