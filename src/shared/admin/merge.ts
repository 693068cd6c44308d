import { z } from 'zod';
import { adminUserSchema, userIdSchema } from './users.ts';

/** A merge deletes `source`. Refused if both accounts are the same, or if one belongs to an administrator. */
const pairSchema = z.object({ source: userIdSchema, target: userIdSchema });

/**
 * `POST /functions/v1/admin/users/<action>`: moves one account's content to another and deletes the first. The target's
 * owner can read it afterwards, so the source's owner must first agree in their settings.
 */
export const mergeRequestSchemas = {
  'merge-preview': pairSchema,
  'merge-ask': pairSchema,
  merge: pairSchema,
} as const;

/** How many rows are moved. The source's roles, API keys, budget and settings are not moved. */
const movedSchema = z.object({
  chats: z.number(),
  messages: z.number(),
  images: z.number(),
  /** Usage rows (one per day and model) that are added to the target's. */
  usage_rows: z.number(),
});

/** `not_needed`: the source's user wrote nothing. `needed`: not requested yet, declined, or the consent is too old. */
const consentSchema = z.enum(['not_needed', 'given', 'asked', 'needed']);

export const mergeReplySchemas = {
  'merge-preview': z.object({
    source: adminUserSchema,
    target: adminUserSchema,
    consent: consentSchema,
    moves: movedSchema,
    /** Developer API keys of the source, which the merge revokes. */
    api_keys_ended: z.number(),
    /** The target's access after the merge, which is the stricter one. */
    access: z.enum(['active', 'restricted', 'banned']),
    plan: z.enum(['guest', 'starter', 'professional']),
  }),
  'merge-ask': z.object({ consent: consentSchema }),
  merge: z.object({ target: adminUserSchema, moved: movedSchema }),
} as const;
