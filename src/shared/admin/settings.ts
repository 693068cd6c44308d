import { z } from 'zod';
import { toStorable } from '../domain/text.ts';

const count = (most: number) => z.number().int().min(0).max(most);
const bound = z.number().int().min(1).max(10_000_000);
/** Null means that there is no limit. */
const limit = (most: number) => z.number().min(0).max(most).nullable();

/** The settings that administrators may change. They are stored as text; `none` means no limit. */
export const settingSchemas = {
  /** Whether another vendor answers if the active one is unavailable. */
  failover: z.boolean(),
  /** The system prompt for chats that have none (CHAT-080). */
  default_system_prompt: z
    .string()
    .overwrite(toStorable)
    .trim()
    .min(1, 'Enter a prompt.')
    .max(8000, 'Use at most 8,000 characters for the prompt.'),
  signup_open: z.boolean(),
  demo_enabled: z.boolean(),
  /** `simulated`: the checkout records a plan without a payment. */
  payments_mode: z.enum(['simulated', 'off']),
  /** Who can open links to shared chats. */
  sharing: z.enum(['off', 'members', 'everyone']),
  sharing_without_expiry: z.boolean(),
  /** Whether users can encrypt their history, so that only they can read it. */
  encrypted_history: z.enum(['off', 'offered']),
  starter_messages_per_day: count(100_000),
  guest_messages_per_day: count(100_000),
  guest_demo_messages_per_day: count(100_000),
  guest_address_messages_per_day: count(100_000),
  /** The number of models that guests and Starter users can choose from. */
  starter_models: count(500),
  /** How many hours of history guests and Starter users can see. */
  starter_history_hours: count(87_600),
  /** Storage and write limits per account. */
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
  /** In US dollars. */
  service_cost_per_month: limit(1e6),
  guest_cost_per_month: limit(1e6),
  starter_cost_per_month: limit(1e6),
  professional_cost_per_month: limit(1e6),
} as const;
export type SettingKey = keyof typeof settingSchemas;

export type SettingRequest = {
  [Key in SettingKey]: { key: Key; value: z.infer<(typeof settingSchemas)[Key]> };
}[SettingKey];

const entries = Object.entries(settingSchemas).map(([key, value]) =>
  z.object({ key: z.literal(key as SettingKey), value }),
) as unknown as readonly [z.ZodObject<{ key: z.ZodLiteral<SettingKey> }>];

/**
 * `POST admin/settings/save`. Typed by hand, because zod cannot infer the type of a union that is built in a loop.
 */
export const settingRequestSchema = z.discriminatedUnion('key', entries) as unknown as z.ZodType<
  SettingRequest,
  SettingRequest
>;

export const settingReplySchema = z.object({ key: z.string(), value: z.string() });

export const settingsRequestSchema = z.object({});
export const settingsReplySchema = z.object({
  settings: z.array(
    settingReplySchema.extend({ description: z.string().nullable(), updated_at: z.string() }),
  ),
});

/** Returns the stored form of a value. */
export const settingText = (value: SettingRequest['value']): string =>
  value === null ? 'none' : String(value);
