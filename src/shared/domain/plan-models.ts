interface IdentifiedModel {
  readonly id: string;
}

/** A vendor's model is Pro if 1,000 input tokens cost more than this many dollars [MODEL-029]. */
const proCost = 0.002;
export const isProCost = (costPerThousandTokens: number | null): boolean =>
  (costPerThousandTokens ?? 0) > proCost;

export type SelectorList<Curated, Offered> =
  | { readonly source: 'curated'; readonly models: readonly Curated[] }
  | { readonly source: 'vendor'; readonly models: readonly Offered[] };

/**
 * Returns the models that users can choose from: the curated ones that the active vendor offers, otherwise the vendor's
 * own list, which may be empty [MODEL-018]. `offered` is null if the vendor accepts any model name (the built-in demo).
 */
export function selectorList<Curated extends IdentifiedModel, Offered extends IdentifiedModel>(
  curated: readonly Curated[],
  offered: readonly Offered[] | null,
): SelectorList<Curated, Offered> {
  if (offered === null) return { source: 'curated', models: curated };
  const ids = new Set(offered.map(({ id }) => id));
  const both = curated.filter(({ id }) => ids.has(id));
  return both.length > 0 ? { source: 'curated', models: both } : { source: 'vendor', models: offered };
}

/** Sorts a vendor's list like the gateway: its default model first. */
export const defaultFirst = <Model extends IdentifiedModel>(
  models: readonly Model[],
  defaultModel: string | null,
): readonly Model[] => [
  ...models.filter(({ id }) => id === defaultModel),
  ...models.filter(({ id }) => id !== defaultModel),
];

/** Returns the models of Starter and guests: the first few that are not Pro [MODEL-033, ROLE-022]. */
export const modelsOfStarter = <Model extends { readonly isPro: boolean }>(
  models: readonly Model[],
  count: number,
): readonly Model[] => models.filter(({ isPro }) => !isPro).slice(0, count);
