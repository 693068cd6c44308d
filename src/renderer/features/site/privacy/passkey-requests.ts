// Requests for passkeys: to sign in, and in the settings.
export const passkeySignIn = {
  what: 'What your passkey signed, and which one it was. Your fingerprint, face and PIN stay on your device.',
  why: 'Signs you in with a passkey.',
  requests: ['POST /auth/v1/passkeys/authentication/options', 'POST /auth/v1/passkeys/authentication/verify'],
  fields: ['challenge_id', 'credential', 'gotrue_meta_security'],
};

export const passkeySettings = {
  what: 'The public key and the name of a passkey.',
  why: 'Sets up, lists, renames or removes passkeys.',
  requests: [
    'GET /auth/v1/passkeys',
    'POST /auth/v1/passkeys/registration/options',
    'POST /auth/v1/passkeys/registration/verify',
    'PATCH /auth/v1/passkeys/*',
    'DELETE /auth/v1/passkeys/*',
  ],
  fields: ['challenge_id', 'credential', 'friendly_name'],
};
