import { UserFacingError } from '../ipc/user-facing-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  EROFS: 'the disk cannot be written to',
  EACCES: 'the folder may not be written to',
  EPERM: 'the folder may not be written to',
};

/** A file that was not written: the old content stands. Its sentence is for the person and names no path. */
export class NotKept extends UserFacingError {
  constructor(cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const reason = reasons[code] ?? 'the disk did not take it';
    super(`This could not be kept, because ${reason}. What was kept before is still there.`, { cause });
  }
}
