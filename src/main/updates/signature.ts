import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** What a release's file says of it (`latest.yml`), as far as it is signed. */
export const releaseSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  files: z
    .array(z.object({ url: z.string().min(1).max(500), sha512: z.base64().length(88) }))
    .min(1)
    .max(50),
  /** Ed25519 over `signedText`, in base64. */
  signature: z.base64().length(88),
});
export type Release = z.infer<typeof releaseSchema>;

/**
 * The text that a release's signature covers: its version and the checksum of each of its files, one a line, in the
 * order of their names. An old release under a new number, or another file under a signed name, does not fit it.
 */
export const signedText = ({ version, files }: Omit<Release, 'signature'>): string =>
  [`clover ${version}`, ...files.map(({ url, sha512 }) => `${sha512} ${url}`).sort(), ''].join('\n');

/**
 * Whether a release was signed by the holder of the key that this copy was built with. What is downloaded is then held
 * against the signed checksum, so that neither the host of the releases nor anybody on the way can put in another file.
 *
 * @param info as it was downloaded, unchecked
 * @param publicKey Ed25519, SPKI DER in base64
 */
export function isSignedRelease(info: unknown, publicKey: string): boolean {
  const release = releaseSchema.safeParse(info);
  if (!release.success) return false;
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(
    null,
    Buffer.from(signedText(release.data)),
    key,
    Buffer.from(release.data.signature, 'base64'),
  );
}
