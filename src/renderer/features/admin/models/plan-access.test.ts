import { expect, it } from 'vitest';
import type { VendorModel } from '../../../../shared/admin/models.ts';
import { vendorRow } from '../vendors/testing/vendor-rows.ts';
import { newModel } from './model.ts';
import { planAccess } from './plan-access.ts';

const curated = ['a', 'pro', 'b', 'c'].map((id) => ({ ...newModel(id, id), is_pro: id === 'pro' }));
const offered = (...ids: readonly string[]): VendorModel[] =>
  ids.map((model_id) => ({
    vendor: 'openai',
    model_id,
    display_name: model_id,
    is_available: model_id !== 'off',
    config: { cost_per_1k_input: model_id === 'costly' ? 0.0021 : 0.002 },
  }));
const openai = vendorRow('openai', { is_active: true, config: { default_model: 'y' } });
const demo = vendorRow('demo', { endpoint_url: null, is_active: true });

it('gives Starter and guests the first curated models that are not Pro, Professional all', () => {
  const access = planAccess(curated, [], demo, 2);
  expect([access.source, access.free, access.all]).toEqual(['curated', 2, 4]);
  expect(['a', 'pro', 'b', 'c'].map(access.accessTo)).toEqual([
    'everyone',
    'professional',
    'everyone',
    'professional',
  ]);
});

it('counts only the curated models that the active vendor offers', () => {
  const access = planAccess(curated, offered('pro', 'c', 'z'), openai, 2);
  expect([access.free, access.all]).toEqual([1, 2]);
  expect(['a', 'pro', 'c'].map(access.accessTo)).toEqual(['unavailable', 'professional', 'everyone']);
});

it("uses the vendor's own list if it offers none of them: its default first, without models that are off", () => {
  const access = planAccess(curated, offered('costly', 'off', 'x', 'y'), openai, 1);
  expect([access.source, access.free, access.all]).toEqual(['vendor', 1, 3]);
  expect(['costly', 'off', 'x', 'y'].map(access.accessTo)).toEqual([
    'professional',
    'unavailable',
    'professional',
    'everyone',
  ]);
});

it('counts nothing for a vendor without a list', () => {
  expect(planAccess(curated, [], openai, 2)).toMatchObject({ source: 'vendor', free: 0, all: 0 });
});
