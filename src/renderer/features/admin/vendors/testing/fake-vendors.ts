import type { AdminVendor } from '../../../../../shared/admin/vendors.ts';
import { type Answer, type FakeService, startFakeService } from '../../../../testing/fake-service.ts';
import { vendorRow } from './vendor-rows.ts';

export interface FakeVendors extends FakeService {
  readonly vendors: AdminVendor[];
  /** Request bodies of one action, oldest first. */
  readonly bodiesOf: (action: string) => readonly unknown[];
  readonly refuse: (action: string, code: string, message: string) => void;
  readonly answerAction: (action: string, answer: Answer | (() => Answer | Promise<Answer>)) => void;
}

const path = (action: string) => `/functions/v1/admin/vendors/${action}`;

/** Starts a fake service with four vendors in memory, the built-in one active. */
export function startFakeVendors(): FakeVendors {
  const service = startFakeService();
  const vendors = [
    vendorRow('demo', {
      endpoint_url: null,
      is_active: true,
      priority_order: 0,
      config: { needs_key: false },
    }),
    vendorRow('deepinfra', {
      display_name: 'DeepInfra',
      has_key: true,
      key_last4: 'wxyz',
      priority_order: 1,
    }),
    vendorRow('openai', { display_name: 'OpenAI', priority_order: 2 }),
    vendorRow('ollama', {
      endpoint_url: 'http://localhost:11434/v1/chat/completions',
      priority_order: 3,
      config: { needs_key: false },
    }),
  ];
  const change = (name: string, changes: Partial<AdminVendor>): Answer => {
    const at = vendors.findIndex((vendor) => vendor.name === name);
    vendors[at] = { ...vendors[at]!, ...changes };
    return { body: { vendor: vendors[at] } };
  };
  const on = (action: string, act: (body: never) => Answer) =>
    service.answer(`POST ${path(action)}`, ({ body }) => act(body as never));

  on('list', () => ({ body: { vendors } }));
  on('set-key', ({ vendor, key }: { vendor: string; key: string }) =>
    change(vendor, { has_key: true, key_last4: key.slice(-4) }),
  );
  on('set-headers', ({ vendor, headers }: { vendor: string; headers: { name: string }[] }) =>
    change(vendor, { header_names: headers.map(({ name }) => name.toLowerCase()) }),
  );
  on('add', (body: { display_name: string; dialect: string; needs_key: boolean }) => {
    const { display_name, dialect, needs_key } = body;
    const vendor = vendorRow(display_name.toLowerCase(), {
      display_name,
      priority_order: 0,
      config: { dialect, needs_key },
    });
    vendors.push(vendor);
    return { body: { vendor } };
  });
  on('enable', ({ vendor, is_enabled }: { vendor: string; is_enabled: boolean }) =>
    change(vendor, { is_enabled }),
  );
  on('remove', ({ vendor }: { vendor: string }) => {
    vendors.splice(
      vendors.findIndex(({ name }) => name === vendor),
      1,
    );
    return { body: { vendors } };
  });
  on('clear-key', ({ vendor }: { vendor: string }) => change(vendor, { has_key: false, key_last4: null }));
  on('activate', ({ vendor }: { vendor: string }) => {
    for (const { name } of vendors) change(name, { is_active: name === vendor });
    return change(vendor, {});
  });
  on('reorder', ({ vendors: names }: { vendors: string[] }) => {
    for (const { name } of vendors) change(name, { priority_order: names.indexOf(name) + 1 });
    vendors.sort((a, b) => a.priority_order - b.priority_order);
    return { body: { vendors } };
  });
  service.answer('GET /rest/v1/api_vendor_models', {
    body: [
      { vendor_id: 'id-deepinfra', model_id: 'a/one' },
      { vendor_id: 'id-deepinfra', model_id: 'a/two' },
    ],
  });
  service.answer('GET /rest/v1/system_settings', { body: [{ setting_value: 'false' }] });
  service.answer('POST /functions/v1/admin/settings/save', ({ body }) => {
    const { key, value } = body as { key: string; value: boolean };
    service.answer('GET /rest/v1/system_settings', { body: [{ setting_value: String(value) }] });
    return { body: { key, value: String(value) } };
  });
  return {
    ...service,
    vendors,
    bodiesOf: (action) => service.to(path(action)).map(({ body }) => body),
    answerAction: (action, answer) => service.answer(`POST ${path(action)}`, answer),
    refuse: (action, code, message) =>
      service.answer(`POST ${path(action)}`, { status: 409, body: { error: { code, message } } }),
  };
}
