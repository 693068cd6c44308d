import type { Vault } from '../vault/account-keys.ts';
import { type ClaimProblem, findClaimProblem, type HistoryClaim, toClaim } from '../vault/history-claim.ts';
import { type TextService, unconfirmedClaim } from './service.ts';

/** A device's memory of the encrypted history of unlocked accounts. */
export interface HistoryMemory {
  /** Returns whether the encrypted history was on with these keys. */
  readonly wasOn: (vault: Vault) => boolean;
  /** Returns whether the user has accepted that it is off, although no statement confirms that. */
  readonly isOffAccepted: (vault: Vault) => boolean;
  readonly noteOn: (vault: Vault) => void;
  /**
   * Called before the request to the service. Call the result to show the user a claim that this device can't confirm.
   */
  readonly startCheck: (accountId: string) => (problem: ClaimProblem) => void;
}

const noMemory: HistoryMemory = {
  wasOn: () => false,
  isOffAccepted: () => false,
  noteOn: () => {},
  startCheck: () => () => {},
};
let memory = noMemory;

export function setHistoryMemory(next: HistoryMemory | null): void {
  memory = next ?? noMemory;
}

/** Cached permanently, because a statement can't be revoked. */
const vaultsTurnedOff = new WeakSet<Vault>();

async function readStatements({ accountId }: Vault, service: TextService): Promise<readonly string[]> {
  const rows = await service.read('turn_off_statements', `select=statement&user_id=eq.${accountId}`);
  return rows.map(({ statement }) => String(statement));
}

async function findProblem(
  vault: Vault,
  service: TextService,
  claim: HistoryClaim,
): Promise<ClaimProblem | null> {
  const isSame = claim.publicKey === vault.publicKey;
  if (isSame && claim.state === 'on') memory.noteOn(vault);
  const isOff = claim.state === 'off' || claim.state === 'turning_off';
  if (isOff && memory.isOffAccepted(vault)) return null;
  if (vaultsTurnedOff.has(vault) && (isOff || !isSame)) return null;
  const { keyVersion, publicKey, turnOffDigest } = vault;
  const known = { keyVersion, publicKey, turnOffDigest, wasOn: memory.wasOn(vault) };
  const problem = await findClaimProblem(known, claim, () => readStatements(vault, service));
  if (problem === null && (isOff || !isSame)) vaultsTurnedOff.add(vault);
  return problem;
}

export async function readClaim({ accountId }: Vault, service: TextService): Promise<HistoryClaim> {
  const query = `select=state,public_key,key_version&user_id=eq.${accountId}`;
  const [row] = await service.read('account_encryption', query);
  return toClaim(row?.['state'], row?.['public_key'], row?.['key_version']);
}

/**
 * Rejects with a ServiceRefusal if this device can't confirm the service's claim about the encrypted history.
 * Otherwise, a malicious service could make devices store plain text.
 *
 * @returns the claim, or the current one if it was outdated, because responses may arrive late
 */
export async function confirmClaim(
  vault: Vault,
  service: TextService,
  claim: HistoryClaim,
): Promise<HistoryClaim> {
  if ((await findProblem(vault, service, claim)) === null) return claim;
  const report = memory.startCheck(vault.accountId);
  const current = await readClaim(vault, service);
  const problem = await findProblem(vault, service, current);
  if (problem === null) return current;
  report(problem);
  throw unconfirmedClaim();
}
