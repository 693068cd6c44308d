import { requireServiceRole, requireUser } from './caller.ts';
import type { AuthCall, AuthContext, AuthHandler, AuthRoute } from './context.ts';
import { AuthFailure, invalidRequest } from './failure.ts';

/** Answers 404 like the hosted service without the feature, after the same check of the caller. */
const disabled =
  (
    code: string,
    message: string,
    check: (call: AuthCall, context: AuthContext) => unknown = () => {},
  ): AuthHandler =>
  async (call, context) => {
    await check(call, context);
    throw new AuthFailure(404, code, message);
  };

const oauthServer = ['feature_disabled', 'OAuth server is disabled'] as const;
const passkeys = ['passkey_disabled', 'Passkeys are disabled'] as const;

const socialSignIn: AuthHandler = () =>
  Promise.reject(invalidRequest('Unsupported provider: provider is not enabled'));

/** Features that supabase-js has and this service does not offer. */
export const disabledRoutes: readonly AuthRoute[] = [
  ['*', '/sso/*', disabled('saml_provider_disabled', 'SAML 2.0 is disabled')],
  ['GET', '/authorize', socialSignIn],
  [
    'GET',
    '/user/identities/authorize',
    disabled('manual_linking_disabled', 'Manual linking is disabled', requireUser),
  ],
  ['*', '/passkeys/*', disabled(...passkeys)],
  ['*', '/admin/users/:id/passkeys/*', disabled(...passkeys, requireServiceRole)],
  ['*', '/oauth/*', disabled(...oauthServer)],
  ['*', '/user/oauth/grants', disabled(...oauthServer, requireUser)],
  ['*', '/admin/oauth/*', disabled(...oauthServer, requireServiceRole)],
  ['GET', '/.well-known/oauth-authorization-server', disabled(...oauthServer)],
  [
    '*',
    '/admin/custom-providers/*',
    disabled('feature_disabled', 'Custom OAuth providers are disabled', requireServiceRole),
  ],
];
