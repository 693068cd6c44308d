import { demoAccount } from '../../shared/demo.ts';
import type { RateLimitRule } from './rate-limiter.ts';

const minute = 60_000;

/** Lifetime of an access token in seconds; `Session.expires_in` is the same. */
export const accessTokenSeconds = 3600;

/**
 * How long a used refresh token may be sent again. Tabs, and a reload during a refresh, send the same token several
 * times; hosted allows the same 10 seconds.
 */
export const refreshReuseMilliseconds = 10_000;

/**
 * How long after a second factor an earlier token doesn't end the session: longer than supabase-js retries a refresh
 * with the same token (30 s).
 */
export const raiseRaceMilliseconds = 60_000;

/** Lifetime of a code or link in a mail. */
export const oneTimeTokenMilliseconds = 60 * minute;

/** How long after a link was followed the client can end its flow. */
export const authorizationCodeMilliseconds = 5 * minute;

/** How long after signing in a password may be changed without a code from the mailbox; as on hosted. */
export const recentSignInMilliseconds = 24 * 60 * minute;

/** How long a challenge of a second factor can be answered. */
export const challengeMilliseconds = 5 * minute;

/** Most second factors of an account, including unconfirmed ones. */
export const maximumFactors = 10;

/** ACCT-010 as decided: at least 8 characters. */
export const minimumPasswordLength = 8;

/** bcrypt reads no more. Hosted refuses longer ones; truncating would accept different passwords. */
export const maximumPasswordBytes = 72;

/** How often an address, an account or a pair of both may do what costs work or can be guessed. */
export interface AuthLimits {
  /** Failed password sign-ins from one address. */
  readonly failedSignIn: RateLimitRule;
  /** Wrong codes and links from one address. */
  readonly failedCode: RateLimitRule;
  /** New accounts, including guest upgrades, from one address. */
  readonly signUp: RateLimitRule;
  /** New guests from one address. */
  readonly guest: RateLimitRule;
  /** Mails requested from one address. */
  readonly mail: RateLimitRule;
  /** Wrong passwords for one account from one network, or from one of its known devices. */
  readonly passwordGuess: RateLimitRule;
  /**
   * Wrong passwords for one account from all unknown devices: slows them down, but never locks the account. Above
   * passwordGuess, so that one network cannot use it up.
   */
  readonly passwordPace: RateLimitRule;
  /** The same over a longer time: determines how long the next attempt is delayed. */
  readonly passwordTotal: RateLimitRule;
  /** Wrong codes for one account from one network or known device. */
  readonly codeGuess: RateLimitRule;
  /** Wrong codes for one account from all devices that are unknown and didn't request one. Above codeGuess. */
  readonly codePace: RateLimitRule;
  /** Password changes of one user. */
  readonly passwordChange: RateLimitRule;
  /** Mails of one kind to one mailbox, known or not. */
  readonly mailToMailbox: RateLimitRule;
  /** Unknown refresh tokens from one address. */
  readonly unknownRefresh: RateLimitRule;
}

export const defaultLimits: AuthLimits = {
  failedSignIn: { limit: 30, milliseconds: 5 * minute },
  failedCode: { limit: 60, milliseconds: 5 * minute },
  signUp: { limit: 30, milliseconds: 5 * minute },
  guest: { limit: 30, milliseconds: 60 * minute },
  mail: { limit: 30, milliseconds: 60 * minute },
  passwordGuess: { limit: 10, milliseconds: 5 * minute },
  passwordPace: { limit: 20, milliseconds: 20_000 },
  passwordTotal: { limit: 1000, milliseconds: 5 * minute },
  codeGuess: { limit: 10, milliseconds: 60 * minute },
  codePace: { limit: 20, milliseconds: 20 * minute },
  passwordChange: { limit: 10, milliseconds: 5 * minute },
  mailToMailbox: { limit: 1, milliseconds: minute },
  unknownRefresh: { limit: 300, milliseconds: 5 * minute },
};

/** Limits by address that an operator may change, because an office has one address for all its users. */
export type AddressLimits = Readonly<
  Partial<Record<'failedSignIn' | 'failedCode' | 'signUp' | 'guest' | 'mail', number>>
>;

/** The default limits with the operator's changes. */
export function limitsWith(own: AddressLimits): AuthLimits {
  const changed = Object.entries(own).map(([name, limit]) => [
    name,
    { ...defaultLimits[name as keyof AddressLimits], limit },
  ]);
  return { ...defaultLimits, ...Object.fromEntries(changed) } as AuthLimits;
}

/** The operator's settings for accounts. */
export interface AuthSettings {
  readonly signupOpen: boolean;
  readonly guestsAllowed: boolean;
  /** Shown on the sign-in screen to try the product; no account can have it (ACCT-035). */
  readonly demoEmail: string;
  readonly limits: AuthLimits;
}

export const defaultSettings: AuthSettings = {
  signupOpen: true,
  guestsAllowed: true,
  demoEmail: demoAccount.email,
  limits: defaultLimits,
};
