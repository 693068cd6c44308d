import { requireServiceRole, requireUser } from './caller.ts';
import type { AuthCall, AuthContext, AuthHandler, AuthRoute } from './context.ts';
import { AuthFailure, invalidRequest } from './failure.ts';

/** Checks the caller first, then returns 404, as the hosted service does for a disabled feature. */
const refuse =
  (
    code: string,
    message: string,
    check: (call: AuthCall, context: AuthContext) => unknown = () => {},
  ): AuthHandler =>
  async (call, context) => {
    await check(call, context);
    throw new AuthFailure(404, code, message);
  };

const oauthError = ['feature_disabled', 'OAuth server is disabled'] as const;

const refuseSocialSignIn: AuthHandler = () =>
  Promise.reject(invalidRequest('Unsupported provider: provider is not enabled'));

/** Features that supabase-js supports but this service doesn't. */
export const disabledRoutes: readonly AuthRoute[] = [
  ['*', '/sso/*', refuse('saml_provider_disabled', 'SAML 2.0 is disabled')],
  ['GET', '/authorize', refuseSocialSignIn],
  [
    'GET',
    '/user/identities/authorize',
    refuse('manual_linking_disabled', 'Manual linking is disabled', requireUser),
  ],
  ['*', '/oauth/*', refuse(...oauthError)],
  ['*', '/user/oauth/grants', refuse(...oauthError, requireUser)],
  ['*', '/admin/oauth/*', refuse(...oauthError, requireServiceRole)],
  ['GET', '/.well-known/oauth-authorization-server', refuse(...oauthError)],
  [
    '*',
    '/admin/custom-providers/*',
    refuse('feature_disabled', 'Custom OAuth providers are disabled', requireServiceRole),
  ],
];
