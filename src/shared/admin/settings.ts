import { z } from 'zod';
import { toStorable } from '../domain/text.ts';

const count = (most: number) => z.number().int().min(0).max(most);
const bound = z.number().int().min(1).max(10_000_000);
/** Null is no limit. */
const limit = (most: number) => z.number().min(0).max(most).nullable();

/** Settings that administrators may change, and what each takes. Values are stored as text; no limit as `none`. */
export const settingSchemas = {
  /** Whether another vendor answers when the active one fails. */
  failover: z.boolean(),
  /** System message of chats that bring none (CHAT-080). */
  default_system_prompt: z
    .string()
    .overwrite(toStorable)
    .trim()
    .min(1, 'Enter a prompt.')
    .max(8000, 'The prompt has at most 8,000 characters.'),
  /** Whether visitors can create accounts. */
  signup_open: z.boolean(),
  /** Whether visitors can enter as guests. */
  demo_enabled: z.boolean(),
  /** Whether the checkout records a plan without a payment, or nothing. */
  payments_mode: z.enum(['simulated', 'off']),
  starter_messages_per_day: count(100_000),
  guest_messages_per_day: count(100_000),
  guest_demo_messages_per_day: count(100_000),
  guest_address_messages_per_day: count(100_000),
  /** Models of the plans starter and guest. */
  starter_models: count(500),
  /** Hours of history that the plans starter and guest show. */
  starter_history_hours: count(87_600),
  /** Bounds of an account: what it may store, and how fast it writes. */
  guest_chats: bound,
  starter_chats: bound,
  professional_chats: bound,
  guest_stored_messages: bound,
  starter_stored_messages: bound,
  professional_stored_messages: bound,
  guest_stored_megabytes: bound,
  starter_stored_megabytes: bound,
  professional_stored_megabytes: bound,
  guest_writes_per_minute: bound,
  starter_writes_per_minute: bound,
  professional_writes_per_minute: bound,
  guest_tokens_per_month: limit(1e12),
  starter_tokens_per_month: limit(1e12),
  professional_tokens_per_month: limit(1e12),
  /** US dollars. */
  guest_cost_per_month: limit(1e6),
  starter_cost_per_month: limit(1e6),
  professional_cost_per_month: limit(1e6),
} as const;
export type SettingKey = keyof typeof settingSchemas;

const entry = <Key extends SettingKey>(key: Key) =>
  z.object({ key: z.literal(key), value: settingSchemas[key] });

/** `POST admin/settings/save`. */
export const settingRequestSchema = z.discriminatedUnion('key', [
  entry('failover'),
  entry('default_system_prompt'),
  entry('signup_open'),
  entry('demo_enabled'),
  entry('payments_mode'),
  entry('starter_messages_per_day'),
  entry('guest_messages_per_day'),
  entry('guest_demo_messages_per_day'),
  entry('guest_address_messages_per_day'),
  entry('starter_models'),
  entry('starter_history_hours'),
  entry('guest_chats'),
  entry('starter_chats'),
  entry('professional_chats'),
  entry('guest_stored_messages'),
  entry('starter_stored_messages'),
  entry('professional_stored_messages'),
  entry('guest_stored_megabytes'),
  entry('starter_stored_megabytes'),
  entry('professional_stored_megabytes'),
  entry('guest_writes_per_minute'),
  entry('starter_writes_per_minute'),
  entry('professional_writes_per_minute'),
  entry('guest_tokens_per_month'),
  entry('starter_tokens_per_month'),
  entry('professional_tokens_per_month'),
  entry('guest_cost_per_month'),
  entry('starter_cost_per_month'),
  entry('professional_cost_per_month'),
]);
export type SettingRequest = z.infer<typeof settingRequestSchema>;

/** The setting as it is stored now, its value as text. */
export const settingReplySchema = z.object({ key: z.string(), value: z.string() });

/** `POST admin/settings/list`: every setting that administrators may change. */
export const settingsRequestSchema = z.object({});
export const settingsReplySchema = z.object({
  settings: z.array(
    settingReplySchema.extend({ description: z.string().nullable(), updated_at: z.string() }),
  ),
});

/** A stored value as the setting's own type; undefined where the text is none of it. */
export function readSetting<Key extends SettingKey>(
  key: Key,
  text: string,
): z.infer<(typeof settingSchemas)[Key]> | undefined {
  const schema: z.ZodType = settingSchemas[key];
  const candidates: readonly unknown[] = [
    text === 'true' ? true : text === 'false' ? false : undefined,
    text === 'none' ? null : undefined,
    /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined,
    text,
  ];
  const value = candidates.find((each) => each !== undefined && schema.safeParse(each).success);
  return value as z.infer<(typeof settingSchemas)[Key]> | undefined;
}

/** How a value is stored. */
export const settingText = (value: SettingRequest['value']): string =>
  value === null ? 'none' : String(value);
