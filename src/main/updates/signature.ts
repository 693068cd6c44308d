import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** The signed part of a release file (`latest.yml`). */
const releaseSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  files: z
    .array(z.object({ url: z.string().min(1).max(500), sha512: z.base64().length(88) }))
    .min(1)
    .max(50),
  /**
   * The changes in the release, as plain text. Not called `releaseNotes`, because electron-updater fills that with an
   * unsigned text.
   */
  notes: z.string().min(1).max(4_000).exactOptional(),
  /** An Ed25519 signature of `signedText`, in base64. */
  signature: z.base64().length(88),
});
export type Release = z.infer<typeof releaseSchema>;

/**
 * Returns the text to sign: the version, the sorted checksums and the notes. The signature of an old release is
 * therefore not valid for a new version, nor for another file with the same name.
 */
export const signedText = ({ version, files, notes }: Omit<Release, 'signature'>): string =>
  [
    `clover ${version}`,
    ...files.map(({ url, sha512 }) => `${sha512} ${url}`).sort(),
    ...(notes === undefined ? [] : [`notes ${JSON.stringify(notes)}`]),
    '',
  ].join('\n');

/** Returns what is new in a release. Its signature must be valid. */
export const notesOf = (info: unknown): string | undefined => releaseSchema.safeParse(info).data?.notes;

/**
 * Returns whether a release is signed with this build's key. The download is then compared with the signed checksum, so
 * neither the release host nor an attacker on the network can replace a file.
 * @param info as downloaded, unchecked
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
