import type { WebAuthnCredential } from '@simplewebauthn/server';
import { AuthFailure } from '../failure.ts';
import type { AuthenticationCredential, RegistrationCredential } from './credential-bodies.ts';
import type { RelyingParty } from './relying-party.ts';

/** ES256, RS256 and EdDSA, which together cover all current authenticators. */
export const algorithms = [-7, -257, -8];

/** One error for everything that is wrong, so that it doesn't show which passkeys or accounts exist. */
export const verificationFailed = () =>
  new AuthFailure(400, 'webauthn_verification_failed', 'Credential verification failed');

/** Loaded when first used, because most of it parses certificates and few starts need it. */
const loadLibrary = () => import('./library.ts');

export interface NewCredential extends Required<Omit<WebAuthnCredential, 'transports'>> {
  readonly transports: readonly string[];
  readonly aaguid: string;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
}

/** Verifies the response of `navigator.credentials.create()`. */
export async function verifyRegistration(
  { response, ...credential }: RegistrationCredential,
  challenge: string,
  party: RelyingParty,
): Promise<NewCredential> {
  const library = await loadLibrary();
  const { decodeAttestationObject, isoBase64URL, isoCBOR, verifyRegistrationResponse } = library;
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    // The statement about the authenticator's maker was not requested. It is dropped, because verifying its
    // certificates would download lists from addresses that they name.
    const withoutStatement = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', decoded.get('authData')],
      ]),
    );
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: {
        ...credential,
        type: 'public-key',
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: isoBase64URL.fromBuffer(withoutStatement),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!info || credential.type !== 'public-key' || info.credential.id !== credential.id)
      throw verificationFailed();
    return {
      id: info.credential.id,
      publicKey: info.credential.publicKey,
      counter: info.credential.counter,
      transports: response.transports ?? [],
      aaguid: info.aaguid,
      isBackupEligible: info.credentialDeviceType === 'multiDevice',
      isBackedUp: info.credentialBackedUp,
    };
  } catch {
    throw verificationFailed();
  }
}

export interface StoredCredential {
  readonly id: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
}

/** Verifies the response of `navigator.credentials.get()`, including that the signature counter has increased. */
export async function verifyAuthentication(
  credential: AuthenticationCredential,
  stored: StoredCredential,
  challenge: string,
  party: RelyingParty,
): Promise<{ readonly counter: number; readonly isBackedUp: boolean }> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { authenticatorData, clientDataJSON, signature } = credential.response;
    if (credential.type !== 'public-key') throw verificationFailed();
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: 'public-key',
        response: { authenticatorData, clientDataJSON, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: stored,
      requireUserVerification: true,
    });
    if (!verified) throw verificationFailed();
    return { counter: info.newCounter, isBackedUp: info.credentialBackedUp };
  } catch {
    throw verificationFailed();
  }
}
