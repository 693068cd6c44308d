/** Thrown if the move can't start. Nothing was written; the message says what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** Thrown if the move was interrupted. The copied data stays, and the same command resumes the move. */
export class MoveStopped extends Error {
  override readonly name = 'MoveStopped';
}

const howToContinue = 'Everything copied so far is kept. Run the same command again to continue.';

/** Errors of PostgreSQL and of the driver that operators can fix. */
const reasons: Readonly<Record<string, string>> = {
  '53100': 'the disk is full. Free some space',
  ENOSPC: 'the disk is full. Free some space',
  '53200': 'the database is out of memory',
  '57P01': 'the database was shut down',
  '57P02': 'the database was shut down',
  '57P03': 'the database is starting or stopping',
  '25006': 'the database is read-only',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ETIMEDOUT: 'the connection was lost',
  CONNECTION_DESTROYED: 'the connection was lost',
  CONNECTION_CLOSED: 'the connection was lost',
  CONNECTION_ENDED: 'the connection was lost',
  CONNECT_TIMEOUT: 'the database does not respond',
  ECONNREFUSED: 'the database no longer responds',
};

/** Turns an interruption into a message for the operator. Returns unexpected errors unchanged. */
export function explainStop(error: unknown, where: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const isFull = /no space left on device/i.test(error.message);
  const reason = reasons[isFull ? 'ENOSPC' : code];
  return reason === undefined
    ? error
    : new MoveStopped(`${where}: ${reason}. ${howToContinue}`, { cause: error });
}

export const moveStoppedByUser = () => new MoveStopped(`Stopped. ${howToContinue}`);
