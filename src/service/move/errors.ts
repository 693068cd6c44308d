/** The move cannot begin. Nothing was written; the message says what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** The move broke off. What it has written stays, and the same command goes on behind it. */
export class MoveStopped extends Error {
  override readonly name = 'MoveStopped';
}

const goOn = 'Everything up to here is kept: run the same command again to go on.';

/** PostgreSQL's codes and the driver's, as far as a person can do something about them. */
const reasons: Readonly<Record<string, string>> = {
  '53100': 'the disk is full. Make room on it',
  ENOSPC: 'the disk is full. Make room on it',
  '53200': 'the database is out of memory',
  '57P01': 'the database was shut down',
  '57P02': 'the database was shut down',
  '57P03': 'the database is starting or stopping',
  '25006': 'the database takes no writes',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ETIMEDOUT: 'the connection broke',
  CONNECTION_DESTROYED: 'the connection broke',
  CONNECTION_CLOSED: 'the connection broke',
  CONNECTION_ENDED: 'the connection broke',
  CONNECT_TIMEOUT: 'the database does not answer',
  ECONNREFUSED: 'the database does not answer any more',
};

/** What a failure half-way means to the person at the machine; an error that nobody expects is passed on as it is. */
export function explainStop(error: unknown, where: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const isFull = /no space left on device/i.test(error.message);
  const reason = reasons[isFull ? 'ENOSPC' : code];
  return reason === undefined ? error : new MoveStopped(`${where}: ${reason}. ${goOn}`, { cause: error });
}

/** Stopped by a person. */
export const stoppedByHand = () => new MoveStopped(`Stopped. ${goOn}`);
