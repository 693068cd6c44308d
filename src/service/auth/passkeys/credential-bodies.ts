import { z } from 'zod';

/** Base64url of at most 1,023 bytes, the maximum length of a credential's id (WebAuthn §4). */
const credentialId = z.string().max(1364);
const encoded = z.base64url().max(16_384);

const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({ id: credentialId, rawId: credentialId, type: z.string().max(32), response });

export const registrationBody = z.object({
  challenge_id: z.uuid(),
  credential: credential(
    z.object({
      attestationObject: encoded,
      clientDataJSON: encoded,
      transports: z.array(z.string().max(32)).max(10).nullish(),
    }),
  ),
});

export const authenticationBody = z.object({
  challenge_id: z.uuid(),
  credential: credential(
    z.object({
      authenticatorData: encoded,
      clientDataJSON: encoded,
      signature: encoded,
      userHandle: encoded.nullish(),
    }),
  ),
});

export type RegistrationCredential = z.infer<typeof registrationBody>['credential'];
export type AuthenticationCredential = z.infer<typeof authenticationBody>['credential'];
