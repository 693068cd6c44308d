import { z } from 'zod';
import { pageFields, searchTextSchema, totalFields } from './paging.ts';

/** Administrators see only the first characters of a developer's API key. */
const adminApiKeySchema = z.object({
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

/** `POST /functions/v1/admin/keys/<action>`. */
export const keyRequestSchemas = {
  /** Lists API keys, newest first. */
  list: z.object({
    /** Part of the owner's email or name, part of the key's name, or the first characters of the key. */
    search: searchTextSchema,
    state: z.enum(['live', 'revoked']).optional(),
    ...pageFields,
  }),
  /** Revoking a key again succeeds. */
  revoke: z.object({ id: z.uuid() }),
} as const;

export const keyReplySchemas = {
  list: z.object({ keys: z.array(adminApiKeySchema), ...totalFields }),
  revoke: z.object({ id: z.string() }),
} as const;
