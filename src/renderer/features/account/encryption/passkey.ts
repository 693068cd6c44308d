import { brand } from '../../../../shared/brand.ts';
import { encodeBase64Url } from '../../../../shared/domain/encoding.ts';
import { readSalt } from '../../../../shared/vault/unlock-method.ts';
import { readRefusal } from '../auth-failure.ts';
import {
  createCredential,
  createSignInCredential,
  descriptorsOf,
  PasskeyTakenError,
} from '../passkeys/create-credential.ts';
import { PasskeyError, rejectPasskey } from '../passkeys/passkey-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const challenge = (): Bytes => crypto.getRandomValues(new Uint8Array(32));

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
 * Creates a passkey, which can also sign in if the service supports that. Its secret never leaves this page, and is
 * never stored.
 *
 * @param known passkeys that already unlock this history. Devices that have one can't create another
 * @throws PasskeyError, or the service's error
 */
export async function createPasskey(
  owner: PasskeyOwner,
  name: string,
  salt: string,
  known: readonly string[],
): Promise<{ credentialId: string; secret: Bytes }> {
  try {
    const { credential, register } = await createSignInCredential(known);
    const used = await deriveFrom(credential, salt);
    await register(name);
    return used;
  } catch (error) {
    if (error instanceof PasskeyTakenError) {
      const others = error.signInIds.filter((id) => !known.includes(id));
      // The device's passkey can sign in already. It may be able to derive keys too.
      if (others.length > 0) return askPasskey(others.map((credentialId) => ({ credentialId, salt })));
    }
    if (readRefusal(error)?.code !== 'passkey_disabled') throw error;
  }
  return deriveFrom(await createCredential(localOptions(owner, known)), salt);
}

/** The options for a passkey that the service doesn't know. */
const localOptions = (owner: PasskeyOwner, known: readonly string[]): PublicKeyCredentialCreationOptions => ({
  challenge: challenge(),
  rp: { name: brand },
  user: {
    id: new TextEncoder().encode(owner.id),
    name: owner.email || owner.name,
    displayName: owner.name,
  },
  pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: descriptorsOf(known),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  extensions: { prf: {} },
});

async function deriveFrom(created: PublicKeyCredential, salt: string) {
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
        allowCredentials: descriptorsOf(passkeys.map(({ credentialId }) => credentialId)),
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
    .catch(rejectPasskey)) as PublicKeyCredential | null;
  if (!used) throw new PasskeyError('canceled');
  const secret = prfOutput(used);
  if (!secret) throw new PasskeyError('unsupported');
  return { credentialId: encodeBase64Url(new Uint8Array(used.rawId)), secret };
}
