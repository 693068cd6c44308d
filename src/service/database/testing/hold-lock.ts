import { lockDataDirectory } from '../data-directory-lock.ts';

/** A process that locks a directory, sends a message, and keeps the lock until it is killed. */
await lockDataDirectory(process.argv[2] ?? '');
process.send?.('locked');
// Keeps the process alive, because the channel to its parent stays open.
process.on('message', () => {});
