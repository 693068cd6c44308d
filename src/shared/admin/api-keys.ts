import { z } from 'zod';
import { pageFields, searchTextSchema, totalFields } from './paging.ts';

/** Users' keys of the developer API: `POST /functions/v1/admin/keys/<action>`. */
export const keyActions = ['list', 'revoke'] as const;
export type KeyAction = (typeof keyActions)[number];

/** A key as administrators see it: the beginning by which its user knows it, never more. */
export const adminApiKeySchema = z.object({
  id: z.string(),
  user_id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  prefix: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type AdminApiKey = z.infer<typeof adminApiKeySchema>;

export const keyRequestSchemas = {
  /** Newest first. */
  list: z.object({
    /** Part of the owner's address or name, of the key's name, or the beginning of the key. */
    search: searchTextSchema,
    state: z.enum(['live', 'revoked']).optional(),
    ...pageFields,
  }),
  /** Repeating it is no mistake. */
  revoke: z.object({ id: z.uuid() }),
} as const satisfies Readonly<Record<KeyAction, z.ZodType>>;

export const keyReplySchemas = {
  list: z.object({ keys: z.array(adminApiKeySchema), ...totalFields }),
  revoke: z.object({ id: z.string() }),
} as const satisfies Readonly<Record<KeyAction, z.ZodType>>;
