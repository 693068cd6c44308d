import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { ObjectAddress } from './object-rows.ts';
import { StorageRefusal } from './refusal.ts';

/** Maximum lifetime of signed URLs in seconds. They work without a session, even after their creator was banned. */
export const maxUrlSeconds = 3600;

const algorithm = 'HS256';

export function createSignedUrls(jwtSecret: string) {
  // Derives a separate key, so that no token of the auth service gives access to an object and no signed URL works as a
  // session.
  const key = createHmac('sha256', jwtSecret).update('storage: signed urls').digest();
  return {
    sign: ({ bucket, name }: ObjectAddress, seconds: number): Promise<string> =>
      new SignJWT({ url: `${bucket}/${name}` })
        .setProtectedHeader({ alg: algorithm })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),
    async check({ bucket, name }: ObjectAddress, token: string): Promise<void> {
      const verified = await jwtVerify(token, key, { algorithms: [algorithm] }).catch(() => null);
      if (verified?.payload['url'] !== `${bucket}/${name}`)
        throw new StorageRefusal('400', 'InvalidJWT', 'The signed URL is not valid or has expired');
    },
  };
}

export type SignedUrls = ReturnType<typeof createSignedUrls>;
