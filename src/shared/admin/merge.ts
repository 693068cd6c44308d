import { z } from 'zod';
import { adminUserSchema, userIdSchema } from './users.ts';

/** `source` is deleted. Refused if both are the same, for the administrator's own account and for administrators. */
const pairSchema = z.object({ source: userIdSchema, target: userIdSchema });

/**
 * `POST /functions/v1/admin/users/<action>`: moves one account's chats to another and deletes the first. Users of the
 * target can then read the chats, so the owner of the source must agree in the settings first.
 */
export const mergeRequestSchemas = {
  'merge-preview': pairSchema,
  'merge-ask': pairSchema,
  merge: pairSchema,
} as const;

/** The moved rows. Roles, API keys, budget and settings of the source are not moved. */
const movedSchema = z.object({
  chats: z.number(),
  messages: z.number(),
  images: z.number(),
  /** Usage by day and model that is added to the target's. */
  usage_rows: z.number(),
});

/** `not_needed`: the source has no chats. `needed`: not requested yet, declined, or agreed too long ago. */
const consentSchema = z.enum(['not_needed', 'given', 'asked', 'needed']);

export const mergeReplySchemas = {
  'merge-preview': z.object({
    source: adminUserSchema,
    target: adminUserSchema,
    consent: consentSchema,
    moves: movedSchema,
    /** Developer API keys that are revoked with the source. */
    api_keys_ended: z.number(),
    /** The target's access afterwards: the stricter of both. */
    access: z.enum(['active', 'restricted', 'banned']),
    plan: z.enum(['guest', 'starter', 'professional']),
  }),
  'merge-ask': z.object({ consent: consentSchema }),
  merge: z.object({ target: adminUserSchema, moved: movedSchema }),
} as const;
