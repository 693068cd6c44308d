import { NewerDatabaseError } from './device/newer-database-error.ts';

/** A file that is not what this account stored. */
export class UnverifiedFile extends Error {
  override readonly name = 'UnverifiedFile';
}

/** Also true for errors of encrypted histories, whose code is loaded only if they are used. */
export const isUnverified = (error: unknown): boolean =>
  error instanceof UnverifiedFile || (error instanceof Error && error.name === 'VerificationError');

/** Null instead of a content that failed verification. */
export const nullIfUnverified = <Content>(reading: Promise<Content>): Promise<Content | null> =>
  reading.catch((error: unknown) => {
    if (isUnverified(error)) return null;
    throw error;
  });

/** The name of the text for a file that couldn't be loaded. */
export const failureOf = (error: unknown): 'failed' | 'outdated' | 'unverified' => {
  if (isUnverified(error)) return 'unverified';
  return error instanceof NewerDatabaseError ? 'outdated' : 'failed';
};
