export const providerListTexts = {
  loading: 'Asking the vendor',
  search: 'Search models',
  none: 'The vendor lists no models.',
  noMatch: 'No model matches your search.',
  context: (tokens: number) => `${Math.round(tokens / 1000)}K context`,
  shown: (shown: number, all: number) => `${shown} of ${all} shown. Search to find the others.`,
  count: (all: number) => (all === 1 ? '1 model' : `${all} models`),
} as const;
