import { digestOfStatement } from './turn-off-statement.ts';

export type HistoryState = 'turning_on' | 'on' | 'turning_off' | 'off';

/** What the service says about the encrypted history of an account. */
export interface HistoryClaim {
  readonly state: HistoryState;
  /** Null if it is off. */
  readonly publicKey: string | null;
}

/** What the service returns is not checked. */
export const toClaim = (state: unknown, publicKey: unknown): HistoryClaim => ({
  state: state === 'turning_on' || state === 'on' || state === 'turning_off' ? state : 'off',
  publicKey: typeof publicKey === 'string' ? publicKey : null,
});

/** What a device knows about the encrypted history of an account since it was unlocked there. */
export interface KnownHistory {
  readonly publicKey: string;
  readonly turnOffDigest: string;
  /** False while it was only being turned on. */
  readonly wasOn: boolean;
}

/**
 * A claim that a device can't confirm. `off`: it is off, or is being turned off. `keys`: the keys are others. `older`:
 * it is still being turned on.
 */
export type ClaimProblem = 'off' | 'keys' | 'older';

/**
 * Compares a claim of the service with what the device knows. Null if it fits, or if a device of the user has turned
 * encrypted history off: then it is off, or has been turned on with other keys.
 *
 * @param readStatements reads the statements of the account. Called only if the claim needs one
 */
export async function findClaimProblem(
  known: KnownHistory,
  { state, publicKey }: HistoryClaim,
  readStatements: () => Promise<readonly string[]>,
): Promise<ClaimProblem | null> {
  const isSame = state !== 'off' && publicKey === known.publicKey;
  if (isSame && state === 'on') return null;
  // Turning it on again makes other keys.
  if (isSame && state === 'turning_on') return known.wasOn ? 'older' : null;
  for (const statement of await readStatements())
    if ((await digestOfStatement(statement)) === known.turnOffDigest) return null;
  return isSame || state === 'off' ? 'off' : 'keys';
}
