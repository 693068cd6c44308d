interface IdentifiedModel {
  readonly id: string;
}

/** Dollars per 1,000 input tokens, above which a vendor's model is Pro [MODEL-029]. */
const proCost = 0.002;
export const isProCost = (costPerThousandTokens: number | null): boolean =>
  (costPerThousandTokens ?? 0) > proCost;

export type SelectorList<Curated, Offered> =
  | { readonly source: 'curated'; readonly models: readonly Curated[] }
  | { readonly source: 'vendor'; readonly models: readonly Offered[] };

/**
 * The models that users can choose from: the curated ones that the active vendor offers, otherwise the vendor's own
 * list, which may be empty [MODEL-018]. `offered` is null if the vendor accepts any model name (the built-in demo).
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

/** A vendor's list in the gateway's order: its default model first. */
export const defaultFirst = <Model extends IdentifiedModel>(
  models: readonly Model[],
  defaultModel: string | null,
): readonly Model[] => [
  ...models.filter(({ id }) => id === defaultModel),
  ...models.filter(({ id }) => id !== defaultModel),
];

/** What Starter and guests get: the first few models that are not Pro [MODEL-033, ROLE-022]. */
export const modelsOfStarter = <Model extends { readonly isPro: boolean }>(
  models: readonly Model[],
  count: number,
): readonly Model[] => models.filter(({ isPro }) => !isPro).slice(0, count);
