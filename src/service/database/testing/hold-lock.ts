import { lockDataDirectory } from '../data-directory-lock.ts';

/** A process of its own that takes the lock of the directory it is given, tells so, and holds it until it is killed. */
await lockDataDirectory(process.argv[2] ?? '');
process.send?.('locked');
// An open channel to its parent keeps the process alive.
process.on('message', () => {});
