import { describe, expect, it } from 'vitest';
import type { Vendor } from '../../lib/vendors.ts';
import type { KeyStatus } from '../../platform/own-keys/own-keys.ts';
import { storeSession } from '../../testing/render-app.tsx';
import { startFakeService } from '../../testing/fake-service.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { getOfferedModels } from './get-available-models.ts';
import { plainEntry } from './model.ts';
import { type OwnSources, ownSections } from './own-sections.ts';

const vendor = (name: string, changes: Partial<Vendor> = {}): Vendor => ({
  id: name,
  name,
  displayName: name.toUpperCase(),
  client: 'openai-style',
  endpointOrigin: `https://${name}.example`,
  needsKey: true,
  hasKey: true,
  isActive: false,
  isEnabled: true,
  defaultModel: null,
  ...changes,
});
const sectionsOf = (vendors: readonly Vendor[], changes: Partial<OwnSources> = {}) =>
  ownSections({
    vendors,
    statuses: new Map(),
    storedModels: new Map(vendors.map(({ name }) => [name, [plainEntry('one'), plainEntry('two')]])),
    serverModels: [plainEntry('local')],
    plan: 'professional',
    freeModels: 2,
    ...changes,
  });

describe('the models of enabled vendors', () => {
  it('are offered in separate sections, whose requests name the vendor', () => {
    expect(sectionsOf([vendor('hub')])).toMatchObject([
      { vendorName: 'hub', title: 'HUB', kind: 'enabled', target: { name: 'hub', endpointOrigin: null } },
    ]);
  });

  it('are not offered a second time while the vendor is active', () => {
    expect(sectionsOf([vendor('hub', { isActive: true })])).toEqual([]);
  });

  it('are not offered while the vendor is disabled or lacks its key', () => {
    expect(sectionsOf([vendor('hub', { isEnabled: false })])).toEqual([]);
    expect(sectionsOf([vendor('hub', { hasKey: false })])).toEqual([]);
    expect(sectionsOf([vendor('hub', { hasKey: false, needsKey: false })])).toHaveLength(1);
  });

  it("use the user's own key if there is one", () => {
    const statuses = new Map([['hub', { place: 'memory' } as unknown as KeyStatus]]);
    expect(sectionsOf([vendor('hub')], { statuses })).toMatchObject([
      { kind: 'own-key', target: { endpointOrigin: 'https://hub.example' } },
    ]);
  });

  it.each(['starter', 'guest'] as const)('are all locked on the plan %s', (plan) => {
    const [section] = sectionsOf([vendor('hub')], { plan });
    expect([...section!.locked]).toEqual(['one', 'two']);
  });

  it("replace those of the user's own server", () => {
    const [section] = sectionsOf([vendor('ollama', { hasKey: false, needsKey: false })]);
    expect(section).toMatchObject({ kind: 'enabled', models: [{ id: 'one' }, { id: 'two' }] });
  });

  it('are all read, no matter how many there are', async () => {
    const service = startFakeService();
    storeSession();
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      vendor_id: 'hub',
      model_id: `m-${index}`,
      display_name: `M ${index}`,
      config: {},
    }));
    service.answer('GET /rest/v1/api_vendor_models', ({ search }) => {
      const query = new URLSearchParams(search);
      const from = Number(query.get('offset') ?? 0);
      return { body: rows.slice(from, from + Math.min(1_000, Number(query.get('limit') ?? 1_000))) };
    });
    const models = await getOfferedModels(await getSupabase(), [vendor('hub')]);
    expect(new Set(models.get('hub')?.map(({ id }) => id)).size).toBe(2_500);
  });
});
