import { queryOptions } from '@tanstack/react-query';
import { getAvailableModels } from './get-available-models.ts';

/** [MODEL-023] */
const CACHED_FOR = 15_000;

export const modelQueries = {
  /** Freshness ends with every change of the models' tables (realtime) too [MODEL-040]. */
  available: () =>
    queryOptions({ queryKey: ['models', 'available'], queryFn: getAvailableModels, staleTime: CACHED_FOR }),
};
