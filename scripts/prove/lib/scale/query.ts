import { createHash } from 'node:crypto';
import type { Claims } from '../../../../src/service/database/database.ts';
import { longChat, measuredChats } from './rows.ts';

/** The id that the filled rows have for a name: see `rows.ts`. */
export const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A measured person with the ids that the queries use. */
export interface Probe {
  readonly user: string;
  readonly email: string;
  readonly session: string;
  readonly refreshToken: string;
  readonly longChat: string;
  /** A message in the middle of the long chat. */
  readonly middle: string;
  readonly shortChat: string;
  /** Where the second page of chats begins, as text of a timestamp. */
  readonly cursor: { readonly id: string; readonly updatedAt: string };
  readonly claims: Claims;
}

/** @param person 1 to `measuredPeople` */
export function probeOf(person: number, cursorUpdatedAt: string): Probe {
  const first = (person - 1) * measuredChats;
  const user = uuidOf(`person${person}`);
  const session = uuidOf(`session${person}:1`);
  return {
    user,
    email: `person${person}@${['example', 'mail', 'clover'][person % 3]}.test`,
    session,
    refreshToken: `token${person}:1:4`,
    longChat: uuidOf(`chat${first + 1}`),
    middle: uuidOf(`${first + 1}:${longChat / 2}`),
    shortChat: uuidOf(`chat${first + 20}`),
    cursor: { id: uuidOf(`chat${cursorChat(person)}`), updatedAt: cursorUpdatedAt },
    claims: {
      sub: user,
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
      session_id: session,
    },
  };
}

/** Number of the last chat on a person's first page. */
export const cursorChat = (person: number): number => (person - 1) * measuredChats + measuredChats / 2;

/** One query of the product. */
export interface Query {
  readonly name: string;
  /** The signed-in person under row-level security, the functions' service role, or the service itself. */
  readonly as: 'person' | 'service' | 'owner';
  readonly sql: string;
  readonly parameters?: (probe: Probe) => readonly unknown[];
  /** A statement that must run first, in the same transaction, as the owner. */
  readonly before?: { readonly sql: string; readonly parameters?: (probe: Probe) => readonly unknown[] };
  /**
   * Milliseconds, for queries whose cost has a limit that the small database doesn't reach: a report reads the rows of
   * its period, and hits and active users are counted up to 10,000.
   */
  readonly within?: number;
}

/** The only parameter of many queries. */
export const asUser = ({ user }: Probe): readonly string[] => [user];
