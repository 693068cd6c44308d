import { demoAccount } from '../../shared/demo.ts';
import type { RateLimitRule } from './rate-limit.ts';

const minute = 60_000;

/** Seconds that an access token is good for; `Session.expires_in` says the same. */
export const accessTokenSeconds = 3600;

/**
 * How long a refresh token that was already exchanged may be shown again. Tabs, and a reload in the middle of a
 * refresh, send the same token several times; hosted allows the same 10 seconds.
 */
export const refreshReuseMilliseconds = 10_000;

/**
 * How long after a second factor a token of before does not end the session: longer than supabase-js repeats a refresh
 * with the same token (30 s).
 */
export const raiseRaceMilliseconds = 60_000;

/** How long a code or link in a mail is good for. */
export const oneTimeTokenMilliseconds = 60 * minute;

/** How long after a link was followed its flow can be ended by the client that began it. */
export const authorizationCodeMilliseconds = 5 * minute;

/** How long after signing in a password may be changed without a code from the mailbox; hosted says the same. */
export const recentSignInMilliseconds = 24 * 60 * minute;

/** How long a challenge of a second factor can be answered. */
export const challengeMilliseconds = 5 * minute;

/** Second factors that an account may have, those included that were never confirmed. */
export const maximumFactors = 10;

/** ACCT-010 as decided: at least 8 characters. */
export const minimumPasswordLength = 8;

/** What bcrypt reads; hosted refuses more, and cutting silently would let different passwords in. */
export const maximumPasswordBytes = 72;

/** How often an address, an account or a pair of both may do what costs work or could be guessed. */
export interface AuthLimits {
  /** Failed password sign-ins of one address. */
  readonly failedSignIn: RateLimitRule;
  /** Wrong codes and links that one address shows. */
  readonly failedCode: RateLimitRule;
  /** New accounts, guest upgrades included, of one address. */
  readonly signUp: RateLimitRule;
  /** New guests of one address. */
  readonly guest: RateLimitRule;
  /** Mails that one address causes. */
  readonly mail: RateLimitRule;
  /** Wrong passwords for one account from one network, or from one known device of it. */
  readonly passwordGuess: RateLimitRule;
  /**
   * Wrong passwords for one account from all devices that it does not know: few at a time, but never a lock.
   * Above passwordGuess, so that one network cannot use it up.
   */
  readonly passwordPace: RateLimitRule;
  /** The same over a longer time; not meant to refuse but to measure how long the next attempt is delayed. */
  readonly passwordTotal: RateLimitRule;
  /** Wrong codes for one account from one network or known device: of six digits, somebody would find the right one. */
  readonly codeGuess: RateLimitRule;
  /** Wrong codes for one account from all devices that neither asked for one nor are known to it. Above codeGuess. */
  readonly codePace: RateLimitRule;
  /** Password changes of one user. */
  readonly passwordChange: RateLimitRule;
  /** Mails of one kind to one mailbox, known or not. */
  readonly mailToMailbox: RateLimitRule;
  /** Unknown refresh tokens that one address shows. */
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

/** The limits by address, which an operator may change: an office has one address for all its people. */
export type AddressLimits = Readonly<
  Partial<Record<'failedSignIn' | 'failedCode' | 'signUp' | 'guest' | 'mail', number>>
>;

/** The default limits with the operator's own. */
export function limitsWith(own: AddressLimits): AuthLimits {
  const changed = Object.entries(own).map(([name, limit]) => [
    name,
    { ...defaultLimits[name as keyof AddressLimits], limit },
  ]);
  return { ...defaultLimits, ...Object.fromEntries(changed) } as AuthLimits;
}

/** What an operator decides about accounts. */
export interface AuthSettings {
  readonly signupOpen: boolean;
  readonly guestsAllowed: boolean;
  /** Shown on the sign-in screen for trying the product; nobody can own it (ACCT-035). */
  readonly demoEmail: string;
  readonly limits: AuthLimits;
}

export const defaultSettings: AuthSettings = {
  signupOpen: true,
  guestsAllowed: true,
  demoEmail: demoAccount.email,
  limits: defaultLimits,
};
