import type { VerifyPasskeyRegistrationParams } from '@supabase/supabase-js';
import { decodeBase64Url, encodeBase64Url } from '../../../../shared/domain/encoding.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { PasskeyError, rejectPasskey } from './passkey-error.ts';

type RegistrationResponse = Extract<
  VerifyPasskeyRegistrationParams['credential'],
  { readonly response: { readonly attestationObject: string } }
>;
type Bytes = Uint8Array<ArrayBuffer>;

const bytesOf = (text: string): Bytes => decodeBase64Url(text) ?? new Uint8Array();
const textOf = (buffer: ArrayBuffer): string => encodeBase64Url(new Uint8Array(buffer));

export const descriptorsOf = (ids: readonly string[]): PublicKeyCredentialDescriptor[] =>
  ids.map((id) => ({ type: 'public-key', id: bytesOf(id) }));

export interface CreatedCredential {
  readonly credential: PublicKeyCredential;
  /** Makes the passkey known to the service, so that it can sign in. Rejects with the service's error. */
  readonly register: (name: string) => Promise<void>;
}

/** Thrown if the device already has one of these passkeys of the account. */
export class PasskeyTakenError extends PasskeyError {
  /** The passkeys of the account that can sign in. */
  readonly signInIds: readonly string[];
  constructor(signInIds: readonly string[], options?: ErrorOptions) {
    super('taken', options);
    this.signInIds = signInIds;
  }
}

/**
 * Creates a passkey that can sign in, and can derive keys for encrypted history if the device supports that: a device
 * stores only one passkey per account, so the same one must do both.
 *
 * @param unlockIds passkeys that unlock the encrypted history. Creating another on their device would replace them
 * @throws PasskeyError, or the service's error, for example if passkeys are off
 */
export async function createSignInCredential(unlockIds: readonly string[]): Promise<CreatedCredential> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.passkey.startRegistration();
  if (error) throw error;
  const { user, challenge, excludeCredentials = [], ...options } = data.options;
  const signInIds = excludeCredentials.map(({ id }) => id);
  const credential = await createCredential({
    ...(options as Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user'>),
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: descriptorsOf([...new Set([...signInIds, ...unlockIds])]),
    extensions: { prf: {} },
  }).catch((cause: unknown) => {
    throw cause instanceof PasskeyError && cause.reason === 'taken'
      ? new PasskeyTakenError(signInIds, { cause })
      : cause;
  });
  return {
    credential,
    register: async (name) => {
      const verified = await auth.passkey.verifyRegistration({
        challengeId: data.challenge_id,
        credential: serialize(credential),
      });
      if (verified.error) throw verified.error;
      // Only the name is missing if this fails, and the user can set it later.
      await auth.passkey.update({ passkeyId: verified.data.id, friendlyName: name });
    },
  };
}

/** @throws PasskeyError */
export async function createCredential(
  publicKey: PublicKeyCredentialCreationOptions,
): Promise<PublicKeyCredential> {
  const created = await navigator.credentials.create({ publicKey }).catch(rejectPasskey);
  if (!created) throw new PasskeyError('canceled');
  return created as PublicKeyCredential;
}

/** Not `toJSON()`, which older browsers lack and some password managers break. */
function serialize(credential: PublicKeyCredential): RegistrationResponse {
  const response = credential.response as AuthenticatorAttestationResponse;
  const id = textOf(credential.rawId);
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      attestationObject: textOf(response.attestationObject),
      clientDataJSON: textOf(response.clientDataJSON),
      transports: response.getTransports() as NonNullable<RegistrationResponse['response']['transports']>,
    },
    clientExtensionResults: {},
  };
}
