import type { Vault } from '../vault/account-keys.ts';
import { type ClaimProblem, findClaimProblem, type HistoryClaim, toClaim } from '../vault/history-claim.ts';
import { type TextService, unconfirmedClaim } from './service.ts';

/** What this device remembers about unlocked accounts. */
export interface HistoryMemory {
  /** Whether the encrypted history was on with these keys. */
  readonly wasOn: (vault: Vault) => boolean;
  /** Whether the user accepts that it is off, although no statement says so. */
  readonly isOffAccepted: (vault: Vault) => boolean;
  readonly noteOn: (vault: Vault) => void;
  /** Shows the user a claim that this device can't confirm. */
  readonly report: (accountId: string, problem: ClaimProblem) => void;
}

const noMemory: HistoryMemory = {
  wasOn: () => false,
  isOffAccepted: () => false,
  noteOn: () => {},
  report: () => {},
};
let memory = noMemory;

export function setHistoryMemory(next: HistoryMemory | null): void {
  memory = next ?? noMemory;
}

/** The service can't take a statement back. */
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
  const { publicKey, turnOffDigest } = vault;
  const known = { publicKey, turnOffDigest, wasOn: memory.wasOn(vault) };
  const problem = await findClaimProblem(known, claim, () => readStatements(vault, service));
  if (problem === null && (isOff || !isSame)) vaultsTurnedOff.add(vault);
  return problem;
}

/** What the service says now. */
export async function readClaim({ accountId }: Vault, service: TextService): Promise<HistoryClaim> {
  const query = `select=state,public_key&user_id=eq.${accountId}`;
  const [row] = await service.read('account_encryption', query);
  return toClaim(row?.['state'], row?.['public_key']);
}

/**
 * Rejects with a ServiceRefusal if the service says something about the encrypted history that this device can't
 * confirm. Otherwise, a service could make devices store texts as plain text.
 *
 * @returns the claim, or what the service says now: a response from before another one, which says that encrypted
 * history is off, or is still being turned on, may arrive late
 */
export async function confirmClaim(
  vault: Vault,
  service: TextService,
  claim: HistoryClaim,
): Promise<HistoryClaim> {
  if ((await findProblem(vault, service, claim)) === null) return claim;
  const current = await readClaim(vault, service);
  const problem = await findProblem(vault, service, current);
  if (problem === null) return current;
  memory.report(vault.accountId, problem);
  throw unconfirmedClaim();
}
