import { defaultFirst, modelsOfStarter, selectorList } from '../../../shared/domain/plan-models.ts';
import { builtInModels } from './built-in-models.ts';
import type { ModelEntry } from './model.ts';

/** Null until the service has responded. */
export type KnownPlan = 'guest' | 'starter' | 'professional' | null;

export interface DatabaseModels {
  /** The rows of ai_models, in order. Empty if there are none or if reading them failed. */
  readonly curated: readonly ModelEntry[];
  /** The active vendor's models. Null if the vendor accepts any model name (the built-in demo). */
  readonly offered: readonly ModelEntry[] | null;
}

/**
 * Returns the curated models that the active vendor offers. If there are none, returns the vendor's list, which may be
 * empty [MODEL-018].
 */
export function listFromDatabase({ curated, offered }: DatabaseModels): readonly ModelEntry[] {
  const list = selectorList(curated, offered);
  if (list.source === 'vendor') return list.models;
  return list.models.map((entry) => {
    const same = offered?.find(({ id }) => id === entry.id);
    if (!same) return entry;
    const { contextLength, maxOutput, supportsTools, isReasoning, price } = same;
    return {
      ...entry,
      contextLength,
      ...(maxOutput && { maxOutput }),
      ...(supportsTools && { supportsTools }),
      ...(isReasoning && { isReasoning }),
      ...(price && { price }),
    };
  });
}

/** Returns a vendor's list in the gateway's order: its default model first, marked as such. */
export function withDefaultFirst(
  models: readonly ModelEntry[],
  defaultModel: string | null,
): readonly ModelEntry[] {
  const marked = models.map((entry) => ({ ...entry, isDefault: entry.id === defaultModel }));
  return defaultFirst(marked, defaultModel);
}

/** Returns the built-in models that the provider lists, or all of them if it lists none [MODEL-019, MODEL-020]. */
export function listFromProvider(providerIds: readonly string[]): readonly ModelEntry[] {
  const builtIn = builtInModels.filter(({ id }) => providerIds.includes(id));
  return builtIn.length > 0 ? builtIn : builtInModels;
}

/**
 * Returns the ids of models shown with a lock: on Starter and for guests, all except the first few that are not Pro
 * [MODEL-033, ROLE-022]. The service enforces the limit.
 */
export function lockedModels(
  models: readonly ModelEntry[],
  plan: KnownPlan,
  freeModels: number,
): ReadonlySet<string> {
  if (plan === 'professional' || plan === null) return new Set();
  const free = modelsOfStarter(models, freeModels);
  return new Set(models.filter((model) => !free.includes(model)).map(({ id }) => id));
}

/**
 * Returns the selected model if the plan includes it, else the default, else the first included one [MODEL-024,
 * MODEL-025].
 */
export function modelInUse(
  models: readonly ModelEntry[],
  locked: ReadonlySet<string>,
  chosenId: string | null,
): ModelEntry | null {
  const open = models.filter(({ id }) => !locked.has(id));
  return open.find(({ id }) => id === chosenId) ?? open.find(({ isDefault }) => isDefault) ?? open[0] ?? null;
}
