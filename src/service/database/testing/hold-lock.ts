import { lockDataDirectory } from '../data-directory-lock.ts';

/** A process that locks a directory, says so, and keeps the lock until it is killed. */
await lockDataDirectory(process.argv[2] ?? '');
process.send?.('locked');
// An open channel to its parent keeps the process alive.
process.on('message', () => {});
