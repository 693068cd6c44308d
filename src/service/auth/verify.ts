import { z } from 'zod';
import { json } from '../http/json.ts';
import { fields, readBody } from './body.ts';
import type { AuthCall, AuthContext, AuthHandler } from './context.ts';
import { requireEmail } from './email.ts';
import { targetOf } from './email-requests.ts';
import { AuthFailure } from './failure.ts';
import { issueAuthorizationCode, type FlowMethod } from './flow-state.ts';
import { beginGuess } from './guesses.ts';
import { limitFailures } from './limits.ts';
import { pkcePrefix } from './one-time-tokens.ts';
import { withFragment, withQuery } from './redirects.ts';
import { issueSession, sessionFields, sessionResponse } from './session-response.ts';
import { takeToken, type TokenRow, type TokenType } from './token-rows.ts';
import { completeVerification } from './verification.ts';

const verifyBody = z.object({
  type: z.string().max(32).nullish(),
  token: z.string().max(255).nullish(),
  token_hash: z.string().max(255).nullish(),
  email: fields.email,
  phone: fields.phone,
});

const tokenTypes: Readonly<Record<string, readonly TokenType[]>> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
};

/** How a link of each type shows in `amr` once its flow has ended. */
const flowMethods: Readonly<Record<string, FlowMethod>> = {
  signup: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};

const otherMailbox = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const invalid = (message: string) => new AuthFailure(400, 'validation_failed', message);

function typesOf(type: string | null | undefined): readonly TokenType[] {
  if (!type) throw invalid('Verify requires a verification type');
  const types = tokenTypes[type];
  if (!types)
    throw invalid(type === 'sms' ? 'Invalid sms verification type' : 'Invalid email verification type');
  return types;
}

/** Uses the token of a body up, whichever of its two forms it comes in. */
async function takeShown(
  call: AuthCall,
  context: AuthContext,
  redeem: (hashes: readonly string[], types: readonly TokenType[]) => Promise<Response | null>,
): Promise<Response> {
  const body = await readBody(call.request, verifyBody);
  const types = typesOf(body.type);
  if (!body.token && !body.token_hash) throw invalid('Verify requires either a token or a token hash');
  if (body.token_hash && (body.email || body.phone || body.token))
    throw invalid('Only the token_hash and type should be provided');
  const expired = () => new AuthFailure(403, 'otp_expired', 'Token has expired or is invalid');

  if (body.token_hash) {
    const failed = await limitFailures(context, 'failedCode', call.visitor);
    const answer = await redeem([context.oneTimeTokens.hashOfToken(body.token_hash)], types);
    if (answer) return answer;
    await failed();
    throw expired();
  }
  if (!body.email) throw invalid('Only an email address or phone number should be provided on verify');
  const email = requireEmail(body.email);
  const attempt = await beginGuess(context, { secret: 'mail', email, visitor: call.visitor });
  const answer = await redeem(context.oneTimeTokens.hashesOfCode(email, body.token ?? ''), types);
  if (!answer) {
    await attempt.failed();
    throw expired();
  }
  await attempt.succeeded();
  return answer;
}

/** `POST /verify`: a code that was typed with its address, or the token of a link; signs in (AUTH-012). */
export const verify: AuthHandler = (call, context) =>
  takeShown(call, context, async (hashes, types) => {
    const now = context.clock();
    const outcome = await context.database.transaction(async (tx) => {
      const token = await takeToken(tx, { hashes, types }, now);
      if (!token) return null;
      const user = await completeVerification(tx, token, now);
      return user ? issueSession(tx, user.id, 'otp', call.visitor, context) : 'other_mailbox';
    });
    if (outcome === 'other_mailbox') return json({ msg: otherMailbox, code: '200' });
    return outcome && sessionResponse(outcome, context);
  });

const redirect = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });

/** Leads back with what went wrong, as hosted does: in the fragment, and with PKCE in the query too. */
function errorRedirect({ status, code, message }: AuthFailure, target: string, isPkce: boolean): Response {
  const problem = {
    error: status >= 500 ? 'server_error' : 'access_denied',
    error_code: code,
    error_description: message,
  };
  return redirect(withFragment(isPkce ? withQuery(target, problem) : target, problem));
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
    const row: TokenRow | null = await takeToken(tx, { hashes, types }, now);
    if (!row) throw new AuthFailure(403, 'otp_expired', 'Email link is invalid or has expired');
    const user = await completeVerification(tx, row, now);
    if (!user) {
      const message = { message: otherMailbox };
      return withFragment(isPkce ? withQuery(target, message) : target, message);
    }
    if (isPkce) {
      const code = await issueAuthorizationCode(tx, user.id, flowMethods[type] ?? 'magiclink', now);
      return withQuery(target, { code });
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
 * `GET /verify?token=…&type=…&redirect_to=…`: the link in a mail. It leads to a page of our own: with a code that only
 * the client can use that began the flow (PKCE), with a session in the fragment otherwise, or with what went wrong.
 */
export const followVerificationLink: AuthHandler = async (call, context) => {
  const { searchParams } = call.url;
  if (!searchParams.get('token')) throw invalid('Verify requires a token or a token hash');
  typesOf(searchParams.get('type'));
  const target = targetOf(call, context);
  const isPkce = searchParams.get('token')?.startsWith(pkcePrefix) ?? false;
  let failed: (() => Promise<void>) | undefined;
  try {
    failed = await limitFailures(context, 'failedCode', call.visitor);
    return redirect(await followLink(call, context, target, isPkce));
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    if (error.code === 'otp_expired') await failed?.();
    return errorRedirect(error, target, isPkce);
  }
};
