import { brand } from '../../../../shared/brand.ts';
import { decodeBase64Url, encodeBase64Url } from '../../../../shared/domain/encoding.ts';
import { readSalt } from '../../../../shared/vault/unlock-method.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * `canceled`: the user canceled, or no passkey responded. `unsupported`: the passkey can't derive keys (WebAuthn's PRF
 * extension), as on some security keys and password managers.
 */
export type PasskeyFailure = 'canceled' | 'unsupported';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: PasskeyFailure;
  constructor(reason: PasskeyFailure, options?: ErrorOptions) {
    super(`The passkey can't be used: ${reason}`, options);
    this.reason = reason;
  }
}

/** True if this environment supports passkeys. The desktop app doesn't, because its page has no web address. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && /^https?:$/.test(location.protocol);

const challenge = (): Bytes => crypto.getRandomValues(new Uint8Array(32));

/** `cause` is the browser's error, which doesn't say whether the user canceled or no passkey matched. */
const canceled = (cause: unknown): never => {
  throw new PasskeyError('canceled', { cause });
};

function prfOutput(credential: PublicKeyCredential): Bytes | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (!first) return null;
  return ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength).slice()
    : new Uint8Array(first.slice(0));
}

interface PasskeyOwner {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Creates a passkey. Its secret never leaves this page, and is never stored.
 *
 * @param known passkeys that already unlock this history. Devices that have one can't create another
 */
export async function createPasskey(
  owner: PasskeyOwner,
  salt: string,
  known: readonly string[],
): Promise<{ credentialId: string; secret: Bytes }> {
  const created = (await navigator.credentials
    .create({
      publicKey: {
        challenge: challenge(),
        rp: { name: brand },
        user: {
          id: new TextEncoder().encode(owner.id),
          name: owner.email || owner.name,
          displayName: owner.name,
        },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: {} },
      },
    })
    .catch(canceled)) as PublicKeyCredential | null;
  if (!created) throw new PasskeyError('canceled');
  if (created.getClientExtensionResults().prf?.enabled !== true) throw new PasskeyError('unsupported');
  const credentialId = encodeBase64Url(new Uint8Array(created.rawId));
  // Many passkeys derive keys only when they are used, and using it once proves that it will work later.
  const { secret } = await askPasskey([{ credentialId, salt }]);
  return { credentialId, secret };
}

/** Asks the user for one of the passkeys, and returns the one that was used. */
export async function askPasskey(
  passkeys: readonly { readonly credentialId: string; readonly salt: string }[],
): Promise<{ credentialId: string; secret: Bytes }> {
  const used = (await navigator.credentials
    .get({
      publicKey: {
        challenge: challenge(),
        allowCredentials: passkeys.map(({ credentialId }) => ({
          type: 'public-key',
          id: bytesOf(credentialId),
        })),
        userVerification: 'required',
        extensions: {
          prf: {
            evalByCredential: Object.fromEntries(
              passkeys.map(({ credentialId, salt }) => [
                credentialId,
                { first: readSalt(salt) ?? new Uint8Array() },
              ]),
            ),
          },
        },
      },
    })
    .catch(canceled)) as PublicKeyCredential | null;
  if (!used) throw new PasskeyError('canceled');
  const secret = prfOutput(used);
  if (!secret) throw new PasskeyError('unsupported');
  return { credentialId: encodeBase64Url(new Uint8Array(used.rawId)), secret };
}

const bytesOf = (text: string): Bytes => decodeBase64Url(text) ?? new Uint8Array();
