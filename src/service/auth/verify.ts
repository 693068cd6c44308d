import { z } from 'zod';
import { json } from '../http/json.ts';
import { bodyFields, readBody, textField } from './body.ts';
import type { AuthCall, AuthContext, AuthHandler } from './context.ts';
import { requireEmail } from './email.ts';
import { beginAttempt } from './failed-attempts.ts';
import { AuthFailure, invalidRequest, otpExpired } from './failure.ts';
import { issueAuthorizationCode } from './flow-state.ts';
import { limitFailures } from './limits.ts';
import { pkcePrefix } from './one-time-tokens.ts';
import { withFragment, withQuery } from './redirects.ts';
import { issueSession, sessionFields, sessionResponse } from './sessions.ts';
import { flowMethodOf, redirectTargetOf, type LinkType } from './token-mail.ts';
import { consumeToken, type TokenType } from './token-rows.ts';
import { applyToken } from './verified-tokens.ts';

const verifyBody = z.object({
  type: textField(32),
  token: textField(255),
  token_hash: textField(255),
  email: bodyFields.email,
  phone: bodyFields.phone,
});

const tokenTypes: Readonly<Record<string, readonly TokenType[]>> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
};

const otherMailboxMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

function typesOf(type: string | null | undefined): readonly TokenType[] {
  if (!type) throw invalidRequest('Verify requires a verification type');
  const types = tokenTypes[type];
  if (!types)
    throw invalidRequest(
      type === 'sms' ? 'Invalid sms verification type' : 'Invalid email verification type',
    );
  return types;
}

/** Signs in with the token that has one of these hashes. Resolves to null if there is none. */
async function signInWithToken(
  call: AuthCall,
  context: AuthContext,
  wanted: Parameters<typeof consumeToken>[1],
): Promise<Response | null> {
  const now = context.clock();
  const outcome = await context.database.transaction(async (tx) => {
    const token = await consumeToken(tx, wanted, now);
    if (!token) return null;
    const user = await applyToken(tx, token, now);
    return user ? issueSession(tx, user.id, 'otp', call.visitor, context) : 'other_mailbox';
  });
  if (outcome === 'other_mailbox') return json({ msg: otherMailboxMessage, code: '200' });
  return outcome && sessionResponse(outcome, context);
}

/** `POST /verify`: signs in with an emailed code and the email, or with the token of a link (AUTH-012). */
export const verify: AuthHandler = async (call, context) => {
  const body = await readBody(call.request, verifyBody);
  const types = typesOf(body.type);
  if (!body.token && !body.token_hash) throw invalidRequest('Verify requires either a token or a token hash');
  if (body.token_hash) {
    if (body.email || body.phone || body.token)
      throw invalidRequest('Only the token_hash and type should be provided');
    const countFailure = await limitFailures(context, 'failedCode', call.visitor);
    const hashes = [context.oneTimeTokens.hashOfToken(body.token_hash)];
    const response = await signInWithToken(call, context, { hashes, types });
    if (response) return response;
    await countFailure();
    throw otpExpired();
  }
  if (!body.email) throw invalidRequest('Only an email address or phone number should be provided on verify');
  const email = requireEmail(body.email);
  const attempt = await beginAttempt(context, { secret: 'mail', email, visitor: call.visitor });
  const hashes = context.oneTimeTokens.hashesOfCode(email, body.token ?? '');
  const response = await signInWithToken(call, context, { hashes, types });
  if (!response) {
    await attempt.failed();
    throw otpExpired();
  }
  await attempt.succeeded();
  return response;
};

const redirect = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });

/** Adds parameters to the fragment and, with PKCE, also to the query, as the hosted service does. */
const withOutcome = (target: string, parameters: Readonly<Record<string, string>>, isPkce: boolean) =>
  withFragment(isPkce ? withQuery(target, parameters) : target, parameters);

function errorRedirect({ status, code, message }: AuthFailure, target: string, isPkce: boolean): Response {
  const error = status >= 500 ? 'server_error' : 'access_denied';
  return redirect(withOutcome(target, { error, error_code: code, error_description: message }, isPkce));
}

async function followLink(
  call: AuthCall,
  context: AuthContext,
  target: string,
  isPkce: boolean,
): Promise<string> {
  const { searchParams } = call.url;
  const [token, type] = [searchParams.get('token') ?? '', searchParams.get('type') ?? ''];
  const now = context.clock();
  const hashes = [context.oneTimeTokens.hashOfToken(token)];
  const types = typesOf(type);
  return context.database.transaction(async (tx) => {
    const row = await consumeToken(tx, { hashes, types }, now);
    if (!row) throw otpExpired('Email link is invalid or has expired');
    const user = await applyToken(tx, row, now);
    if (!user) return withOutcome(target, { message: otherMailboxMessage }, isPkce);
    if (isPkce) {
      const method = flowMethodOf(type === 'email' ? 'magiclink' : (type as LinkType));
      return withQuery(target, { code: await issueAuthorizationCode(tx, user.id, method, now) });
    }
    const issued = await issueSession(tx, user.id, 'otp', call.visitor, context);
    const { user: _user, ...session } = await sessionFields(issued, context);
    return withFragment(target, {
      ...Object.fromEntries(Object.entries(session).map(([name, value]) => [name, String(value)])),
      type,
    });
  });
}

/**
 * `GET /verify?token=…&type=…&redirect_to=…`: the link in an email. Redirects to one of our pages with a code that only
 * the client that started the flow can use (PKCE), with a session in the fragment, with a message if the other mailbox
 * must still confirm, or with an error.
 */
export const followVerificationLink: AuthHandler = async (call, context) => {
  const { searchParams } = call.url;
  if (!searchParams.get('token')) throw invalidRequest('Verify requires a token or a token hash');
  typesOf(searchParams.get('type'));
  const target = redirectTargetOf(call, context);
  const isPkce = searchParams.get('token')?.startsWith(pkcePrefix) ?? false;
  let countFailure: (() => Promise<void>) | undefined;
  try {
    countFailure = await limitFailures(context, 'failedCode', call.visitor);
    return redirect(await followLink(call, context, target, isPkce));
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    if (error.code === 'otp_expired') await countFailure?.();
    return errorRedirect(error, target, isPkce);
  }
};
