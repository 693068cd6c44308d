import {
  settingRequestSchema,
  type SettingKey,
  type SettingRequest,
} from '../../../../shared/admin/settings.ts';
import { settingsTexts as texts, settingTexts } from './texts.ts';

/** `limit` is a number or empty. */
type FieldKind = 'switch' | 'text' | 'choice' | 'count' | 'limit';

/** A test checks that no setting is missing. */
export const settingGroups = {
  access: ['signup_open', 'demo_enabled'],
  answers: ['failover', 'default_system_prompt'],
  encryption: ['encrypted_history'],
  sharing: ['sharing', 'sharing_without_expiry'],
  payments: ['payments_mode'],
  days: [
    'starter_messages_per_day',
    'guest_messages_per_day',
    'guest_demo_messages_per_day',
    'guest_address_messages_per_day',
  ],
  plans: ['starter_models', 'starter_history_hours'],
  bounds: [
    'guest_chats',
    'starter_chats',
    'professional_chats',
    'guest_stored_messages',
    'starter_stored_messages',
    'professional_stored_messages',
    'guest_stored_megabytes',
    'starter_stored_megabytes',
    'professional_stored_megabytes',
    'guest_writes_per_minute',
    'starter_writes_per_minute',
    'professional_writes_per_minute',
  ],
  budgets: [
    'service_cost_per_month',
    'guest_tokens_per_month',
    'guest_cost_per_month',
    'starter_tokens_per_month',
    'starter_cost_per_month',
    'professional_tokens_per_month',
    'professional_cost_per_month',
  ],
} as const satisfies Readonly<Record<keyof typeof texts.groups, readonly SettingKey[]>>;

const kinds: Partial<Record<SettingKey, FieldKind>> = {
  failover: 'switch',
  signup_open: 'switch',
  demo_enabled: 'switch',
  sharing_without_expiry: 'switch',
  default_system_prompt: 'text',
  payments_mode: 'choice',
  sharing: 'choice',
  encrypted_history: 'choice',
};

export const settingKind = (key: SettingKey): FieldKind =>
  kinds[key] ?? (key.endsWith('_per_month') ? 'limit' : 'count');

/** An empty field means no limit. */
export const fieldText = (key: SettingKey, stored: string): string =>
  settingKind(key) === 'limit' && stored === 'none' ? '' : stored;

const valueOf = (key: SettingKey, text: string): unknown => {
  switch (settingKind(key)) {
    case 'switch':
      return text === 'true';
    case 'count':
      return text.trim() === '' ? Number.NaN : Number(text);
    case 'limit':
      return text.trim() === '' ? null : Number(text);
    case 'text':
    case 'choice':
      return text;
  }
};

type FieldResult =
  | { readonly ok: true; readonly request: SettingRequest }
  | { readonly ok: false; readonly fault: string };

export function readField(key: SettingKey, text: string): FieldResult {
  const parsed = settingRequestSchema.safeParse({ key, value: valueOf(key, text) });
  if (parsed.success) return { ok: true, request: parsed.data };
  const { label } = settingTexts[key];
  const kind = settingKind(key);
  if (kind === 'count') return { ok: false, fault: texts.invalid({ label }) };
  if (kind === 'limit') return { ok: false, fault: texts.invalidLimit({ label }) };
  return { ok: false, fault: parsed.error.issues[0]?.message ?? texts.failed };
}
