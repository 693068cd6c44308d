import { builtInModels } from './built-in-models.ts';
import type { ModelEntry } from './model.ts';

/** The plan as the session knows it; null until the service has said it. */
export type KnownPlan = 'guest' | 'starter' | 'professional' | null;

export interface ModelSources {
  /** ai_models in order; empty when there are none or they could not be read. */
  readonly curated: readonly ModelEntry[];
  /** The active vendor's models; null when the vendor offers whatever is asked for (the built-in demo). */
  readonly offered: readonly ModelEntry[] | null;
}

/**
 * The selector's list: curated models that the active vendor offers, else the vendor's own list [MODEL-018]. Empty
 * when there is neither; then the provider is asked.
 */
export function listFromDatabase({ curated, offered }: ModelSources): readonly ModelEntry[] {
  if (offered === null) return curated;
  const both = curated.flatMap((entry) => {
    const same = offered.find(({ id }) => id === entry.id);
    return same ? [{ ...entry, contextLength: same.contextLength }] : [];
  });
  return both.length > 0 ? both : offered;
}

/** A vendor's own list as the gateway ranks it: its default model first, marked as such. */
export function withDefaultFirst(
  models: readonly ModelEntry[],
  defaultModel: string | null,
): readonly ModelEntry[] {
  const marked = models.map((entry) => ({ ...entry, isDefault: entry.id === defaultModel }));
  return [...marked.filter(({ isDefault }) => isDefault), ...marked.filter(({ isDefault }) => !isDefault)];
}

/** The provider's list, as far as we know its models, else the built-in list whole [MODEL-019, MODEL-020]. */
export function listFromProvider(providerIds: readonly string[]): readonly ModelEntry[] {
  const known = builtInModels.filter(({ id }) => providerIds.includes(id));
  return known.length > 0 ? known : builtInModels;
}

/**
 * The models a plan cannot choose: on Starter and as a guest, all but the first few that are not pro [MODEL-033, ROLE-022].
 * The service decides; this draws the lock.
 */
export function lockedModels(
  models: readonly ModelEntry[],
  plan: KnownPlan,
  freeModels: number,
): ReadonlySet<string> {
  if (plan === 'professional' || plan === null) return new Set();
  const free = models.filter(({ isPro }) => !isPro).slice(0, freeModels);
  return new Set(models.filter((model) => !free.includes(model)).map(({ id }) => id));
}

/** The model in use: the one chosen, if it is there and open to the plan, else the default, else the first open one [MODEL-024, MODEL-025]. */
export function modelInUse(
  models: readonly ModelEntry[],
  locked: ReadonlySet<string>,
  chosenId: string | null,
): ModelEntry | null {
  const open = models.filter(({ id }) => !locked.has(id));
  return open.find(({ id }) => id === chosenId) ?? open.find(({ isDefault }) => isDefault) ?? open[0] ?? null;
}
