import { z } from 'zod';
import { toStorable } from '../domain/text.ts';

/** Settings that administrators may change, and what each takes. Values are stored as text. */
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
} as const;
export type SettingKey = keyof typeof settingSchemas;

/** `POST admin/settings/save`. */
export const settingRequestSchema = z.discriminatedUnion('key', [
  z.object({ key: z.literal('failover'), value: settingSchemas.failover }),
  z.object({ key: z.literal('default_system_prompt'), value: settingSchemas.default_system_prompt }),
]);
export type SettingRequest = z.infer<typeof settingRequestSchema>;

/** The setting as it is stored now, its value as text. */
export const settingReplySchema = z.object({ key: z.string(), value: z.string() });
