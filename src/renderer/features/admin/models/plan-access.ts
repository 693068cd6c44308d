import type { CuratedModel, VendorModel } from '../../../../shared/admin/models.ts';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import {
  defaultFirst,
  isProCost,
  modelsOfStarter,
  selectorList,
} from '../../../../shared/domain/plan-models.ts';
import { defaultModelOf, isBuiltIn } from '../vendors/vendor.ts';
import { configNumber } from './model.ts';

export type Access = 'everyone' | 'professional' | 'unavailable';

export interface PlanAccess {
  readonly vendor: AdminVendor;
  /** Which list users choose from: the curated one or, if the vendor offers none of its models, the vendor's own. */
  readonly source: 'curated' | 'vendor';
  /** The number of models that Professional gets. */
  readonly all: number;
  /** The number of models that Starter and guests get. */
  readonly free: number;
  /** For the models of `source` only. */
  readonly accessTo: (modelId: string) => Access;
}

/** Applies the same rules as the app and the service. */
export function planAccess(
  curated: readonly CuratedModel[],
  vendorModels: readonly VendorModel[],
  vendor: AdminVendor,
  starterModels: number,
): PlanAccess {
  const offered = vendorModels
    .filter((model) => model.vendor === vendor.name && model.is_available)
    .map((model) => ({ id: model.model_id, isPro: isProCost(configNumber(model, 'cost_per_1k_input')) }));
  const { source, models } = selectorList(
    curated.map(({ model_id, is_pro }) => ({ id: model_id, isPro: is_pro })),
    isBuiltIn(vendor) ? null : defaultFirst(offered, defaultModelOf(vendor)),
  );
  const ids = new Set(models.map(({ id }) => id));
  const free = new Set(modelsOfStarter(models, starterModels).map(({ id }) => id));
  return {
    vendor,
    source,
    all: ids.size,
    free: free.size,
    accessTo: (id) => (free.has(id) ? 'everyone' : ids.has(id) ? 'professional' : 'unavailable'),
  };
}
