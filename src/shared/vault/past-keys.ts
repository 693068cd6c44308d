import { z } from 'zod';
import { decodeBase64Url } from '../domain/encoding.ts';
import type { Context } from './context.ts';
import type { Key } from './crypto-key.ts';
import { decryptBytes, encryptText } from './envelope.ts';
import { VerificationError } from './verification-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The keys of an account before they were changed. Both are base64url. */
export interface PastKeys {
  readonly keyVersion: number;
  readonly accountKey: string;
  /** PKCS #8. */
  readonly privateKey: string;
}

const list = z.array(z.object({ keyVersion: z.number(), accountKey: z.string(), privateKey: z.string() }));

const contextOf = (accountId: string, keyVersion: number): Context => ({
  kind: 'past-keys',
  accountId,
  keyVersion,
});

/**
 * Encrypts the earlier keys, newest first, under the account key of the version that follows them. Null if there are
 * none.
 */
export async function encryptPastKeys(
  accountKey: Key,
  accountId: string,
  keyVersion: number,
  past: readonly PastKeys[],
): Promise<string | null> {
  if (past.length === 0) return null;
  return encryptText(accountKey, contextOf(accountId, keyVersion), JSON.stringify(past));
}

/**
 * Decrypts the earlier keys, newest first.
 *
 * @throws VerificationError also if some are missing: a service that leaves them out could present other keys, whose
 *   owner doesn't know the earlier ones
 */
export async function openPastKeys(
  accountKey: Key,
  accountId: string,
  keyVersion: number,
  envelope: string | null,
): Promise<readonly PastKeys[]> {
  const context = contextOf(accountId, keyVersion);
  const text =
    envelope === null ? '[]' : new TextDecoder().decode(await decryptBytes(accountKey, context, envelope));
  const { data: past = [] } = list.safeParse(JSON.parse(text));
  const isWhole =
    past.length === keyVersion - 1 && past.every((keys, index) => keys.keyVersion === keyVersion - 1 - index);
  if (!isWhole) throw new VerificationError(context, 'damaged');
  return past;
}

/** @throws VerificationError */
export function bytesOf(
  accountId: string,
  { keyVersion, ...keys }: PastKeys,
): Record<'accountKey' | 'privateKey', Bytes> {
  const [accountKey, privateKey] = [decodeBase64Url(keys.accountKey), decodeBase64Url(keys.privateKey)];
  if (accountKey?.length !== 32 || !privateKey)
    throw new VerificationError(contextOf(accountId, keyVersion), 'damaged');
  return { accountKey, privateKey };
}
