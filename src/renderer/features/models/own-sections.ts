import { readAccessToken } from '../../lib/access-token.ts';
import { getSupabase } from '../../lib/supabase.ts';
import type { Vendor } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import type { KeyStatus } from '../../platform/own-keys/own-keys.ts';
import { type KnownPlan, lockedModels, withDefaultFirst } from './choose-models.ts';
import { getOfferedModels } from './get-available-models.ts';
import { type ModelEntry, plainEntry } from './model.ts';

/** A server of one's own: any that speaks the OpenAI-style protocol. */
const OWN_SERVER = 'ollama';

/** A part of the selector: the models of one vendor [design: models and vendors]. */
export interface ModelSection {
  /** Null for the active vendor, which answers without being named. */
  readonly vendorName: string | null;
  readonly title: string;
  readonly kind: 'active' | 'own-key' | 'own-server';
  /** Who is asked by name, and for which origin the person's key was entered; null for the active vendor without one. */
  readonly asks: { readonly name: string; readonly endpointOrigin: string | null } | null;
  /** The server that lists these models, where it is one's own. */
  readonly server?: Vendor;
  readonly models: readonly ModelEntry[];
  /** Models that the person's plan does not include. */
  readonly locked: ReadonlySet<string>;
}

/** The vendors besides the active one for which this person has a key that can be used. */
export const vendorsWithOwnKey = (
  vendors: readonly Vendor[],
  statuses: ReadonlyMap<string, KeyStatus>,
): readonly Vendor[] =>
  vendors.filter(({ name, isActive }) => !isActive && (statuses.get(name)?.place ?? null) !== null);

/** The person's own server, unless it is the active vendor anyway. */
export const ownServerOf = (vendors: readonly Vendor[]): Vendor | null =>
  vendors.find(({ name, isActive, endpointOrigin }) => name === OWN_SERVER && !isActive && endpointOrigin) ??
  null;

/** The models of vendors with a key of one's own; a vendor of which none are known offers its default one. */
export async function getOwnKeyModels(
  vendors: readonly Vendor[],
): Promise<ReadonlyMap<string, readonly ModelEntry[]>> {
  const offered = await getOfferedModels(await getSupabase(), vendors);
  return new Map(
    vendors.map(({ name, defaultModel }) => {
      const models = offered.get(name) ?? [];
      if (models.length > 0 || defaultModel === null) return [name, models];
      // Its administrators have named it: it is no stranger.
      return [name, [{ ...plainEntry(defaultModel), isDefault: true, isUnknown: false }]];
    }),
  );
}

/** The models that one's own server lists itself; none when it does not run. */
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
  /** How many models the plan Starter has. */
  readonly freeModels: number;
}

/** The sections below the active vendor's, in the vendors' order; a section without models is left out. */
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
        asks: { name: vendor.name, endpointOrigin: hasKey ? vendor.endpointOrigin : null },
        ...(!hasKey && { server: vendor }),
        models,
        locked: lockedModels(models, plan, freeModels),
      },
    ];
  });
}
