import type { UnlockKind } from '../../../../shared/vault/context.ts';
import {
  createSalt,
  readSalt,
  unwrapAccountKey,
  wrapAccountKey,
} from '../../../../shared/vault/unlock-method.ts';
import type { SessionUser } from '../../../lib/session.tsx';
import { createPasskey, askPasskey } from './passkey.ts';
import type { NewMethod, StoredMethod } from './stored-encryption.ts';
import { stretchInWorker } from './stretch/stretch.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A method that is set up but doesn't contain the account key yet. */
export interface PreparedMethod extends Omit<NewMethod, 'wrappedKey'> {
  readonly secret: Bytes;
}

const prepare = (
  kind: UnlockKind,
  name: string,
  keyVersion: number,
  salt: string,
  secret: Bytes,
  credentialId: string | null = null,
): PreparedMethod => ({ id: crypto.randomUUID(), kind, name, keyVersion, salt, credentialId, secret });

export const prepareWords = (name: string, keyVersion: number, entropy: Bytes): PreparedMethod =>
  prepare('words', name, keyVersion, createSalt(), entropy);

const stretch = (passphrase: string, salt: string): Promise<Bytes> =>
  stretchInWorker({ passphrase, salt: readSalt(salt) ?? new Uint8Array() });

export async function preparePassphrase(
  name: string,
  keyVersion: number,
  passphrase: string,
): Promise<PreparedMethod> {
  const salt = createSalt();
  return prepare('passphrase', name, keyVersion, salt, await stretch(passphrase, salt));
}

export async function preparePasskey(
  name: string,
  keyVersion: number,
  user: SessionUser,
  known: readonly string[],
): Promise<PreparedMethod> {
  const salt = createSalt();
  const { credentialId, secret } = await createPasskey(user, name, salt, known);
  return prepare('passkey', name, keyVersion, salt, secret, credentialId);
}

/** Asks for a passkey that unlocks already, so that it can unlock the next keys too. */
export async function keepPasskey(
  { name, credentialId }: StoredMethod,
  keyVersion: number,
): Promise<PreparedMethod> {
  const salt = createSalt();
  const { secret } = await askPasskey([{ credentialId: credentialId ?? '', salt }]);
  return prepare('passkey', name, keyVersion, salt, secret, credentialId);
}

export async function wrapMethod(
  accountId: string,
  { secret, name, credentialId, ...method }: PreparedMethod,
  rawKey: Bytes,
): Promise<NewMethod> {
  return { ...(await wrapAccountKey(accountId, method, secret, rawKey)), name, credentialId };
}

/** The user's input for unlocking. Passkeys need none. */
export type UnlockInput =
  | { readonly kind: 'passkey' }
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'words'; readonly entropy: Bytes };

export interface UnlockedKey {
  readonly rawKey: Bytes;
  readonly method: StoredMethod;
}

/**
 * @returns the account key, and the method that opened it
 * @throws WrongSecretError, VerificationError, PasskeyError
 */
export async function unlockAccountKey(
  accountId: string,
  methods: readonly StoredMethod[],
  input: UnlockInput,
): Promise<UnlockedKey> {
  const fitting = methods.filter(({ kind }) => kind === input.kind);
  if (input.kind === 'passkey') {
    const passkeys = fitting.flatMap(({ credentialId, salt }) =>
      credentialId === null ? [] : [{ credentialId, salt }],
    );
    const used = await askPasskey(passkeys);
    const method = fitting.find(({ credentialId }) => credentialId === used.credentialId);
    if (!method) throw new Error('The browser returned another passkey');
    return { rawKey: await unwrapAccountKey(accountId, method, used.secret), method };
  }
  let failure: unknown = new Error(`No ${input.kind} is set up`);
  for (const method of fitting)
    try {
      // One after the other, because each passphrase needs 64 MiB.
      // oxlint-disable-next-line no-await-in-loop
      const secret = input.kind === 'words' ? input.entropy : await stretch(input.passphrase, method.salt);
      // oxlint-disable-next-line no-await-in-loop
      return { rawKey: await unwrapAccountKey(accountId, method, secret), method };
    } catch (error) {
      failure = error;
    }
  throw failure;
}
