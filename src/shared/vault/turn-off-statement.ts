import { encodeBase64Url } from '../domain/encoding.ts';
import { associatedData } from './context.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Derives the statement that an encrypted history is turned off. Creating it requires the private key. Checking it
 * requires only its digest, which even a locked device has.
 *
 * @param privateKey PKCS #8
 */
export async function deriveStatement(
  privateKey: Bytes,
  accountId: string,
  publicKey: string,
): Promise<string> {
  const material = await crypto.subtle.importKey('raw', privateKey, 'HKDF', false, ['deriveBits']);
  const info = associatedData({ kind: 'turn-off', accountId, publicKey });
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    256,
  );
  return encodeBase64Url(new Uint8Array(bits));
}

export async function digestOfStatement(statement: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statement));
  return encodeBase64Url(new Uint8Array(bytes));
}
