import { json } from '../http/json.ts';
import type { AuthHandler } from './context.ts';

/** `GET /settings`: which ways in are open, for the screens. */
export const getSettings: AuthHandler = (_call, { settings, confirmEmail }) =>
  Promise.resolve(
    json({
      external: { anonymous_users: settings.guestsAllowed, email: true, phone: false },
      disable_signup: !settings.signupOpen,
      mailer_autoconfirm: !confirmEmail,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }),
  );

/** `GET /health`: the module answers; whether the database does is the server's own question. */
export const getHealth: AuthHandler = () =>
  Promise.resolve(
    json({ name: 'Clover Auth', description: 'Accounts and sessions of the embedded service' }),
  );

/** `GET /.well-known/jwks.json`: empty, because tokens are signed with a secret and there is no public key (AUTH-026). */
export const getKeys: AuthHandler = () => Promise.resolve(json({ keys: [] }));
