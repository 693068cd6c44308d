import { statfs } from 'node:fs/promises';
import { brand } from '../../shared/brand.ts';
import { json } from '../http/json.ts';
import type { Database } from './database.ts';

/** Less room (bytes) than this and PGlite cannot write its log on. */
const leastRoom = 32 * 1024 * 1024;

export interface FailureWatchOptions {
  readonly database: Pick<Database, 'query'>;
  readonly dataDir: string;
  /** Told once, with the sentence for people. */
  readonly onBroken: (message: string) => void;
}

async function isFull(directory: string): Promise<boolean> {
  const room = await statfs(directory).catch(() => null);
  return room !== null && room.bavail * room.bsize < leastRoom;
}

/**
 * Looks after each failed answer whether the database still works. A write that the disk did not take leaves PGlite's
 * one session unable to go on, whatever room there is later: the process must end, as after a kill, and start anew.
 * What was acknowledged is on the disk by then.
 *
 * @returns the answer, or in its place one that says what has happened
 */
export function createFailureWatch({
  database,
  dataDir,
  onBroken,
}: FailureWatchOptions): (answer: Response) => Promise<Response> {
  let isBroken = false;
  return async (answer) => {
    if (answer.status !== 400 && answer.status < 500) return answer;
    const works = await database.query('select 1').then(
      () => true,
      () => false,
    );
    if (works) return answer;
    const message = (await isFull(dataDir))
      ? `The disk is full: ${brand} could not store this, and stops. What was stored before is kept. Make room on the disk of ${dataDir}, then start again.`
      : `The database in ${dataDir} does not answer any more, and ${brand} stops. What was stored before is kept. Start again.`;
    if (!isBroken) onBroken(message);
    isBroken = true;
    // A visitor learns nothing of the machine.
    return json(
      { code: '53100', message: 'The service could not store this and starts anew. Try again in a moment.' },
      503,
    );
  };
}
