import { z } from 'zod';
import { toStorable } from '../domain/text.ts';

export const maxApiKeyNameLength = 100;

export const createApiKeyRequestSchema = z.object({
  name: z
    .string()
    .transform((name) => toStorable(name).trim())
    .pipe(
      z
        .string()
        .min(1, 'Enter a name for the key.')
        .max(maxApiKeyNameLength, `Use at most ${maxApiKeyNameLength} characters`)
        .regex(/^\P{Cc}*$/u, 'Remove the line breaks from the name.'),
    ),
});

/** The response to `create`. No other response contains the key. */
export const createdApiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters of the key. Lists show them. */
  prefix: z.string(),
  key: z.string(),
  created_at: z.string(),
});
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

/** `POST account/api-keys/revoke`; returns `{id}`. */
export const revokeApiKeyRequestSchema = z.object({ id: z.uuid() });
export const revokedApiKeySchema = z.object({ id: z.uuid() });
