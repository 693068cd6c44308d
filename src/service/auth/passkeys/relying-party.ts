import { isIP } from 'node:net';
import type { AuthCall, AuthContext } from '../context.ts';
import { requireUser, type SignedInCaller } from '../caller.ts';
import { AuthFailure } from '../failure.ts';
import { hasSecondFactor } from '../users.ts';

/** The site that passkeys are created for (https://www.w3.org/TR/webauthn-3/#relying-party). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Returns null if browsers don't support passkeys at this address: they need a domain, and HTTPS except on localhost. */
export function relyingPartyOf(siteUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(siteUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : null;
}

/** Throws passkey_disabled at addresses without passkeys, as the hosted service does if they are off. */
export function requireRelyingParty({ siteUrl }: AuthContext): RelyingParty {
  const party = relyingPartyOf(siteUrl());
  if (!party) throw new AuthFailure(404, 'passkey_disabled', 'Passkeys are disabled');
  return party;
}

/** Like `requireUser`, but refuses guests, who couldn't sign in again to an account without an email. */
export async function requirePasskeyOwner(call: AuthCall, context: AuthContext): Promise<SignedInCaller> {
  requireRelyingParty(context);
  const signedIn = await requireUser(call, context);
  if (signedIn.user.is_anonymous)
    throw new AuthFailure(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  return signedIn;
}

/** Also requires the second factor if the account has one: otherwise a stolen password could add a passkey. */
export async function requirePasskeyManager(call: AuthCall, context: AuthContext): Promise<SignedInCaller> {
  const signedIn = await requirePasskeyOwner(call, context);
  if (hasSecondFactor(signedIn.user) && signedIn.aal !== 'aal2') {
    const message = 'AAL2 session is required to manage passkeys when MFA is enabled';
    throw new AuthFailure(403, 'insufficient_aal', message);
  }
  return signedIn;
}
