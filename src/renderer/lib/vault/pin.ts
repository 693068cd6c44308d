import { useSyncExternalStore } from 'react';
import type { Vault } from '../../../shared/vault/account-keys.ts';
import {
  type ClaimProblem,
  findClaimProblem,
  type HistoryClaim,
  type KnownHistory,
} from '../../../shared/vault/history-claim.ts';
import { VerificationError } from '../../../shared/vault/verification-error.ts';
import { historyPinKey, readStored, writeStored } from '../storage.ts';

/**
 * `new`: encrypted history was being turned on. `on`: it was on. `accepted`: the user accepts that it is off, although
 * no signed statement confirms it.
 */
type PinState = 'new' | 'on' | 'accepted';

/** What this device remembers about an encrypted history that it has unlocked, even after sign-out. */
interface Pin {
  readonly state: PinState;
  readonly keyVersion: number;
  readonly publicKey: string;
  readonly turnOffDigest: string;
}

function readPin(accountId: string): Pin | null {
  // Pins of earlier versions of the app have no key version, because keys could not be changed.
  const [, state, publicKey = '', turnOffDigest = '', version = '1'] =
    /^(new|on|accepted):([\w-]{43}):([\w-]{43})(?::(\d{1,9}))?$/.exec(
      readStored(historyPinKey(accountId)) ?? '',
    ) ?? [];
  if (state === undefined) return null;
  return { state: state as PinState, keyVersion: Number(version), publicKey, turnOffDigest };
}

const writePin = (accountId: string, { state, keyVersion, publicKey, turnOffDigest }: Pin): void =>
  void writeStored(historyPinKey(accountId), `${state}:${publicKey}:${turnOffDigest}:${keyVersion}`);

const knownBy = ({ state, ...pin }: Pin): KnownHistory => ({ ...pin, wasOn: state === 'on' });

export const forgetPin = (accountId: string): void => void writeStored(historyPinKey(accountId), null);

/** Returns the pin of this vault. Null if this device has none, or one for other keys. */
function pinOf({ accountId, publicKey }: Vault): Pin | null {
  const pin = readPin(accountId);
  return pin?.publicKey === publicKey ? pin : null;
}

/**
 * Pins the keys of an unlocked history.
 *
 * @param isRestored whether the key was stored on this device: it may be older than the pin
 * @throws VerificationError if they are not the pinned keys, and not newer ones that the user has changed them to. Only
 *   someone with the pinned keys can keep them with the newer ones
 */
export function pinVault(vault: Vault, isRestored: boolean): void {
  const { accountId, keyVersion, publicKey, turnOffDigest } = vault;
  const pin = readPin(accountId);
  if (pin?.publicKey === publicKey) return;
  const isNext = pin !== null && vault.pastPublicKeys.includes(pin.publicKey);
  if (pin !== null && !isNext) {
    if (isRestored) return;
    throw new VerificationError({ kind: 'private-key', accountId, keyVersion }, 'wrong');
  }
  writePin(accountId, { state: pin?.state ?? 'new', keyVersion, publicKey, turnOffDigest });
}

export const wasOn = (vault: Vault): boolean => pinOf(vault)?.state === 'on';
export const isOffAccepted = (vault: Vault): boolean => pinOf(vault)?.state === 'accepted';

export function noteOn(vault: Vault): void {
  const pin = pinOf(vault);
  if (pin && pin.state !== 'on') writePin(vault.accountId, { ...pin, state: 'on' });
}

const problems = new Map<string, ClaimProblem>();
const listeners = new Set<() => void>();

/** The number of checks of all accounts. `reported` is the newest check that has reported, by account. */
let checks = 0;
const reported = new Map<string, number>();

/** Shows the user what this device can't confirm. Null if it has confirmed the service's current state. */
export type ReportClaim = (problem: ClaimProblem | null) => void;

/** Call it before a check queries the service, so that a slower check can't overwrite the result of a newer one. */
export function startCheck(accountId: string): ReportClaim {
  checks += 1;
  const check = checks;
  return (problem) => {
    if (check < (reported.get(accountId) ?? 0)) return;
    reported.set(accountId, check);
    if (problem === null) problems.delete(accountId);
    else problems.set(accountId, problem);
    for (const listener of listeners) listener();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns why this device can't confirm the service's state of an encrypted history. Null if it can. */
export const useClaimProblem = (accountId: string): ClaimProblem | null =>
  useSyncExternalStore(subscribe, () => problems.get(accountId) ?? null);

/**
 * Compares the service's state with the pin, even while the history is locked. Forgets the pin if a device of the user
 * has turned encrypted history on again, with other keys.
 *
 * @param read reads the service's state. Called again before a problem is reported: a response from before encrypted
 * history was turned on may arrive late
 */
export async function checkClaim(
  accountId: string,
  read: () => Promise<HistoryClaim>,
  readStatements: () => Promise<readonly string[]>,
): Promise<ClaimProblem | null> {
  let report = startCheck(accountId);
  let problem = await followClaim(accountId, await read(), readStatements);
  if (problem !== null) {
    report = startCheck(accountId);
    problem = await followClaim(accountId, await read(), readStatements);
  }
  report(problem);
  return problem;
}

async function followClaim(
  accountId: string,
  { state, publicKey, keyVersion }: HistoryClaim,
  readStatements: () => Promise<readonly string[]>,
): Promise<ClaimProblem | null> {
  const pin = readPin(accountId);
  if (!pin) return null;
  if (pin.state !== 'accepted') {
    const problem = await findClaimProblem(knownBy(pin), { state, publicKey, keyVersion }, readStatements);
    if (problem !== null) return problem;
  }
  const isSame = pin.publicKey === publicKey;
  if (isSame && state === 'on') writePin(accountId, { ...pin, state: 'on' });
  if (!isSame && state !== 'off') forgetPin(accountId);
  return null;
}

/** Accepts the service's state although this device can't confirm it. */
export function acceptClaim(accountId: string, problem: ClaimProblem): void {
  const pin = readPin(accountId);
  if (problem === 'keys') forgetPin(accountId);
  else if (pin) writePin(accountId, { ...pin, state: problem === 'off' ? 'accepted' : 'new' });
  startCheck(accountId)(null);
}
