import { digestOfStatement } from './turn-off-statement.ts';

export type HistoryState = 'turning_on' | 'on' | 'turning_off' | 'off';

/** The state of an account's encrypted history, as the service claims it. */
export interface HistoryClaim {
  readonly state: HistoryState;
  /** Null if encrypted history is off. */
  readonly publicKey: string | null;
  /** 0 if the response doesn't contain it. */
  readonly keyVersion: number;
}

/** Parses an unchecked response of the service. */
export const toClaim = (state: unknown, publicKey: unknown, keyVersion: unknown = 0): HistoryClaim => ({
  state: state === 'turning_on' || state === 'on' || state === 'turning_off' ? state : 'off',
  publicKey: typeof publicKey === 'string' ? publicKey : null,
  keyVersion: typeof keyVersion === 'number' ? keyVersion : 0,
});

/** A device's knowledge of an account's encrypted history, which was unlocked there. */
export interface KnownHistory {
  readonly keyVersion: number;
  readonly publicKey: string;
  readonly turnOffDigest: string;
  /** False if the device has only seen it being turned on. */
  readonly wasOn: boolean;
}

/**
 * Why a device can't confirm a claim. The service claims that encrypted history is off or being turned off (`off`), has
 * other keys (`keys`), or is still being turned on (`older`). Or it claims that the user has changed the keys
 * (`changed`), which unlocking them proves.
 */
export type ClaimProblem = 'off' | 'keys' | 'older' | 'changed';

/**
 * Compares a claim of the service with what the device knows. Null if it matches, or if a statement proves that a
 * device of the user has turned encrypted history off; it may then also be on with other keys.
 *
 * @param readStatements reads the account's statements. Called only if the claim needs one
 */
export async function findClaimProblem(
  known: KnownHistory,
  { state, publicKey, keyVersion }: HistoryClaim,
  readStatements: () => Promise<readonly string[]>,
): Promise<ClaimProblem | null> {
  const isSame = state !== 'off' && publicKey === known.publicKey;
  if (isSame && state === 'on') return null;
  // Turning it on again would have created other keys.
  if (isSame && state === 'turning_on') return known.wasOn ? 'older' : null;
  for (const statement of await readStatements())
    if ((await digestOfStatement(statement)) === known.turnOffDigest) return null;
  if (isSame || state === 'off') return 'off';
  return keyVersion > known.keyVersion ? 'changed' : 'keys';
}
