import type { AdminVendor } from '../../../../../shared/admin/vendors.ts';

export const vendorRow = (name: string, changes: Partial<AdminVendor> = {}): AdminVendor => ({
  id: `id-${name}`,
  name,
  display_name: name[0]!.toUpperCase() + name.slice(1),
  endpoint_url: `https://api.${name}.example/v1/chat/completions`,
  has_key: false,
  key_last4: null,
  header_names: [],
  is_active: false,
  is_enabled: false,
  priority_order: 1,
  config: { stream: true, default_model: `${name}/large` },
  updated_at: '2026-11-20T12:00:00+00:00',
  last_failure: null,
  ...changes,
});
