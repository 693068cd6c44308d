import { z } from 'zod';
import { adminUserSchema, userIdSchema } from './users.ts';

/**
 * `POST /functions/v1/admin/users/<action>`: one account's chats go to another account, and the first is deleted.
 * Whoever uses the target reads the chats afterwards, so the owner of the source must agree on the account page first.
 */
export const mergeActions = ['merge-preview', 'merge-ask', 'merge'] as const;
export type MergeAction = (typeof mergeActions)[number];

/** `source` goes, `target` stays. Refused for one and the same account, for oneself and for administrators. */
const pairSchema = z.object({ source: userIdSchema, target: userIdSchema });

export const mergeRequestSchemas = {
  'merge-preview': pairSchema,
  'merge-ask': pairSchema,
  merge: pairSchema,
} as const satisfies Readonly<Record<MergeAction, z.ZodType>>;

/** What moves. Roles, API keys, budget and settings of the source do not. */
export const movedSchema = z.object({
  chats: z.number(),
  messages: z.number(),
  images: z.number(),
  /** Days and models of the usage that are added to the target's. */
  usage_rows: z.number(),
});

/** `not_needed`: the source has no chats. `needed`: not asked yet, declined, or agreed too long ago. */
const consentSchema = z.enum(['not_needed', 'given', 'asked', 'needed']);

export const mergeReplySchemas = {
  'merge-preview': z.object({
    source: adminUserSchema,
    target: adminUserSchema,
    consent: consentSchema,
    moves: movedSchema,
    /** Keys of the developer API that end with the source. */
    api_keys_ended: z.number(),
    /** What the target will be afterwards: the strictest of both. */
    standing: z.enum(['active', 'restricted', 'banned']),
    plan: z.enum(['guest', 'starter', 'professional']),
  }),
  'merge-ask': z.object({ consent: consentSchema }),
  merge: z.object({ target: adminUserSchema, moved: movedSchema }),
} as const satisfies Readonly<Record<MergeAction, z.ZodType>>;
