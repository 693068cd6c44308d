import { demoAccount } from '../../shared/demo.ts';
import type { RateLimitRule } from './rate-limiter.ts';

const minute = 60_000;

/** Lifetime of an access token in seconds; `Session.expires_in` is the same. */
export const accessTokenSeconds = 3600;

/**
 * How long a used refresh token may be sent again. Tabs, and a reload during a refresh, send the same token several
 * times. The hosted service also allows 10 seconds.
 */
export const refreshReuseMilliseconds = 10_000;

/**
 * How long after a second factor an earlier token is refused without ending the session. Longer than supabase-js
 * retries a refresh with the same token (30 s).
 */
export const secondFactorRaceMilliseconds = 60_000;

/** Lifetime of an emailed code or link. */
export const oneTimeTokenMilliseconds = 60 * minute;

/** How long the client may take to finish its flow after the user followed a link. */
export const authorizationCodeMilliseconds = 5 * minute;

/**
 * How long after signing in users may change their password without an emailed code, as on the hosted service, and add
 * passkeys.
 */
export const recentSignInMilliseconds = 24 * 60 * minute;

/** How long users may take to answer the challenge of a second factor or passkey. */
export const challengeMilliseconds = 5 * minute;

/** Maximum second factors per account, including unconfirmed ones. */
export const maximumFactors = 10;

/** Maximum passkeys per account, as on the hosted service. */
export const maximumPasskeys = 10;

/** ACCT-010 requires at least 8 characters. */
export const minimumPasswordLength = 8;

/**
 * bcrypt reads no more bytes, so two longer passwords with the same beginning would be equal. The hosted service
 * refuses them too.
 */
export const maximumPasswordBytes = 72;

/** Limits for expensive actions and for guessing secrets: per IP address, per account, or per pair of both. */
export const defaultLimits = {
  /** Failed password sign-ins from one IP address. */
  failedSignIn: { limit: 30, milliseconds: 5 * minute },
  /** Wrong codes and links from one IP address. */
  failedCode: { limit: 60, milliseconds: 5 * minute },
  /** Challenges for signing in with a passkey, from one IP address. */
  passkeyChallenge: { limit: 150, milliseconds: 5 * minute },
  /** Challenges for adding a passkey to one account. */
  passkeyRegistration: { limit: 20, milliseconds: 5 * minute },
  /** New accounts, including guest upgrades, from one IP address. */
  signUp: { limit: 30, milliseconds: 5 * minute },
  /** New guests from one IP address. */
  guest: { limit: 30, milliseconds: 60 * minute },
  /** Emails requested from one IP address. */
  mail: { limit: 30, milliseconds: 60 * minute },
  /** Wrong passwords for one account, from one network or one of its known devices. */
  passwordPerNetwork: { limit: 10, milliseconds: 5 * minute },
  /**
   * Wrong passwords for one account from all unknown devices. They slow down further attempts but never lock the
   * account. Higher than passwordPerNetwork, so that one network can't exhaust it.
   */
  passwordFromUnknown: { limit: 20, milliseconds: 20_000 },
  /**
   * Wrong passwords for one account from all unknown devices over a longer time. Determines the delay of the next
   * attempt.
   */
  passwordDelay: { limit: 1000, milliseconds: 5 * minute },
  /** Wrong codes for one account, from one network or known device. */
  codePerNetwork: { limit: 10, milliseconds: 60 * minute },
  /**
   * Wrong codes for one account from all devices that are unknown and didn't request a code. Higher than
   * codePerNetwork.
   */
  codeFromUnknown: { limit: 20, milliseconds: 20 * minute },
  passwordChange: { limit: 10, milliseconds: 5 * minute },
  /** Emails of one kind to one mailbox, with or without an account. */
  mailToMailbox: { limit: 1, milliseconds: minute },
  /** Unknown refresh tokens from one IP address. */
  unknownRefresh: { limit: 300, milliseconds: 5 * minute },
} satisfies Record<string, RateLimitRule>;

export type AuthLimits = Readonly<Record<keyof typeof defaultLimits, RateLimitRule>>;

/** Limits that operators may change, because the users of an office share one IP address. */
export type AddressLimits = Readonly<
  Partial<Record<'failedSignIn' | 'failedCode' | 'signUp' | 'guest' | 'mail', number>>
>;

export function overrideLimits(own: AddressLimits): AuthLimits {
  const limits: Record<keyof AuthLimits, RateLimitRule> = { ...defaultLimits };
  for (const [name, limit] of Object.entries(own) as [keyof AddressLimits, number][])
    limits[name] = { ...limits[name], limit };
  return limits;
}

export interface AuthSettings {
  readonly signupOpen: boolean;
  readonly guestsAllowed: boolean;
  /** The sign-in page suggests this email for trying the demo. No account can have it (ACCT-035). */
  readonly demoEmail: string;
  readonly limits: AuthLimits;
}

export const defaultSettings: AuthSettings = {
  signupOpen: true,
  guestsAllowed: true,
  demoEmail: demoAccount.email,
  limits: defaultLimits,
};
