import { NewerDatabaseError } from './device/newer-database-error.ts';

/** The name of the text for a file that couldn't be loaded. */
export const failureOf = (error: unknown): 'failed' | 'outdated' =>
  error instanceof NewerDatabaseError ? 'outdated' : 'failed';
