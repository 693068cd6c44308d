import { UserFacingError } from '../ipc/user-facing-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'the folder is write-protected',
  EPERM: 'the folder is write-protected',
};

/** A file could not be written and still has its old content. The message is for the user and contains no path. */
export class SaveError extends UserFacingError {
  constructor(cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const reason = reasons[code] ?? 'the disk reported an error';
    super(`Couldn't save this, because ${reason}. Your previous settings are unchanged.`, { cause });
  }
}
