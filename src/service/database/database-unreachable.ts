import { isCertificateFault } from '../../shared/service/problems.ts';

/** Thrown if the service can't connect to the database. The message contains the reason but no password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
  /** Completes a sentence, e.g. "it does not respond". */
  readonly reason: string;

  constructor(address: string, reason: string, options?: ErrorOptions) {
    super(
      `The database ${address} can't be used: ${reason}. Check CLOVER_DATABASE_URL, and that PostgreSQL is running.`,
      options,
    );
    this.reason = reason;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server is listening there',
  ENOTFOUND: 'the host does not exist',
  CONNECT_TIMEOUT: 'it does not respond',
  CONNECTION_CLOSED: 'it closes the connection without a response, so it may not be PostgreSQL',
  CONNECTION_LOST: 'it closes the connection without a response, so it may not be PostgreSQL',
  ECONNRESET: 'it closes the connection without a response, so it may not be PostgreSQL',
  NO_ENCRYPTION: 'it does not support encryption, which the URL requires',
  ETIMEDOUT: 'it does not respond',
  ENETUNREACH: 'the network is unreachable',
  EHOSTUNREACH: 'the host is unreachable',
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '3D000': 'the database does not exist there',
};

function reasonOf(error: unknown, code: string): string {
  if (isCertificateFault(error)) return 'its certificate has expired or is not trusted';
  return reasons[code] ?? `it reports ${code}`;
}

/** Formats the database and its server for messages, without user and password. */
export function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'of CLOVER_DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `${pathname.slice(1)} at ${host}`;
}

/** Turns a connection error into a message for the operator. An error without a code already has one. */
export function toUnreachableError(url: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && code === '') return error;
  return new DatabaseUnreachable(addressOf(url), reasonOf(error, code), { cause: error });
}
