import { z } from 'zod';
import { toStorable } from '../domain/text.ts';

/** Characters. */
export const longestApiKeyName = 100;

/** `POST account/api-keys/create`. The name is for its user's eyes. */
export const createApiKeyRequestSchema = z.object({
  name: z
    .string()
    .transform((name) => toStorable(name).trim())
    .pipe(
      z
        .string()
        .min(1, 'Please give the key a name')
        .max(longestApiKeyName, `A name has at most ${longestApiKeyName} characters`)
        .regex(/^\P{Cc}*$/u, 'A name has no line breaks'),
    ),
});
export type CreateApiKeyRequest = z.input<typeof createApiKeyRequestSchema>;

/** Its answer: the only time that the key itself is shown. */
export const createdApiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** First characters, by which the list tells the keys apart. */
  prefix: z.string(),
  key: z.string(),
  created_at: z.string(),
});
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

/** `POST account/api-keys/revoke`; its answer is `{id}`. */
export const revokeApiKeyRequestSchema = z.object({ id: z.uuid() });
export const revokedApiKeySchema = z.object({ id: z.uuid() });
