import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { objectNotFound } from './refusal.ts';

/** The target of an upload. It is part of the upload's URL, signed, so the service needs no other record. */
const uploadSchema = z.object({
  /** The id of the user, or the role of the service. */
  owner: z.string(),
  bucket: z.string(),
  name: z.string(),
  version: z.uuid(),
  mediaType: z.string(),
  length: z.number().int(),
  replaces: z.boolean(),
});
export type ResumableUpload = Readonly<z.infer<typeof uploadSchema>>;

/** The same as on the hosted service. */
const lifetimeSeconds = 24 * 60 * 60;
const algorithm = 'HS256';

export function createResumableTokens(jwtSecret: string) {
  // Derives a separate key, so that no other token can continue an upload.
  const key = createHmac('sha256', jwtSecret).update('storage: resumable uploads').digest();
  return {
    sign: (upload: ResumableUpload): Promise<string> =>
      new SignJWT({ ...upload })
        .setProtectedHeader({ alg: algorithm })
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
        .sign(key),
    /** Throws the refusal for a missing upload, even if it exists but is someone else's. */
    async read(token: string, owner: string): Promise<ResumableUpload> {
      const verified = await jwtVerify(token, key, { algorithms: [algorithm] }).catch(() => null);
      const parsed = uploadSchema.safeParse(verified?.payload);
      if (!parsed.success || parsed.data.owner !== owner) throw objectNotFound();
      return parsed.data;
    },
  };
}
