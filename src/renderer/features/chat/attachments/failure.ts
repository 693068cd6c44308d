import { NewerDatabaseError } from './device/newer-database-error.ts';

/** The error for a file that differs from what this account stored. */
export class UnverifiedFile extends Error {
  override readonly name = 'UnverifiedFile';
}

/** Compares names for errors of encrypted histories, because their code is loaded only on demand. */
export const isUnverified = (error: unknown): boolean =>
  error instanceof UnverifiedFile || (error instanceof Error && error.name === 'VerificationError');

/** Resolves with null if the content failed verification. */
export const nullIfUnverified = <Content>(reading: Promise<Content>): Promise<Content | null> =>
  reading.catch((error: unknown) => {
    if (isUnverified(error)) return null;
    throw error;
  });

/** Returns the key of the text for a file that couldn't be loaded. */
export const failureOf = (error: unknown): 'failed' | 'outdated' | 'unverified' => {
  if (isUnverified(error)) return 'unverified';
  return error instanceof NewerDatabaseError ? 'outdated' : 'failed';
};
