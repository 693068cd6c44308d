import { brand } from '../../../../shared/brand.ts';
import { encodeBase64Url } from '../../../../shared/domain/encoding.ts';
import { readSalt } from '../../../../shared/vault/unlock-method.ts';
import { readRefusal } from '../auth-failure.ts';
import {
  type CreatedCredential,
  createCredential,
  createSignInCredential,
  descriptorsOf,
  PasskeyTakenError,
} from '../passkeys/create-credential.ts';
import { PasskeyError, rejectPasskey } from '../passkeys/passkey-error.ts';
import { listPasskeys } from '../passkeys/passkeys.ts';

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
  let created: CreatedCredential;
  try {
    created = await createSignInCredential(known);
  } catch (error) {
    if (error instanceof PasskeyTakenError) return askTakenPasskey(error, salt, known);
    if (!(await allowsUnlockOnly(error))) throw error;
    return deriveFrom(await createCredential(localOptions(owner, known)), salt);
  }
  const used = await deriveFrom(created.credential, salt);
  await created.register(name);
  return used;
}

/** The device's passkey may be one that can sign in already, and be able to derive keys too. */
async function askTakenPasskey(taken: PasskeyTakenError, salt: string, known: readonly string[]) {
  const others = taken.signInIds.filter((id) => !known.includes(id));
  if (others.length === 0) throw taken;
  return askPasskey(others.map((credentialId) => ({ credentialId, salt }))).catch((error: unknown) => {
    // Without any of the others, browsers report a cancellation. Then one of the known passkeys is on the device.
    const isKnown = known.length > 0 && error instanceof PasskeyError && error.reason === 'canceled';
    throw isKnown ? taken : error;
  });
}

/**
 * True if the service refused a passkey for signing in, but one that only unlocks can be created. For an older session,
 * only if the account has none for signing in: the device would replace it.
 */
async function allowsUnlockOnly(error: unknown): Promise<boolean> {
  const code = readRefusal(error)?.code;
  if (code === 'passkey_disabled') return true;
  return code === 'reauthentication_needed' && (await listPasskeys())?.length === 0;
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
