import { createHash } from 'node:crypto';
import type { Claims } from '../../../../src/service/database/database.ts';
import { longChatLength, measuredChats } from './rows.ts';

/** Returns the id of a generated row, such as `person1` (see `rows.ts`). */
export const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A person whose queries are measured, with the ids that the queries need. */
export interface MeasuredPerson {
  readonly user: string;
  readonly email: string;
  readonly session: string;
  readonly refreshToken: string;
  readonly longChat: string;
  /** A message in the middle of the long chat. */
  readonly middle: string;
  readonly shortChat: string;
  /** The last chat of the first page of chats, where the second page starts. `updatedAt` is a timestamp as text. */
  readonly cursor: { readonly id: string; readonly updatedAt: string };
  readonly claims: Claims;
}

/** @param person 1 to `measuredPeople` */
export function measuredPerson(person: number, cursorUpdatedAt: string): MeasuredPerson {
  const first = (person - 1) * measuredChats;
  const user = uuidOf(`person${person}`);
  const session = uuidOf(`session${person}:1`);
  return {
    user,
    email: `person${person}@${['example', 'mail', 'clover'][person % 3]}.test`,
    session,
    refreshToken: `token${person}:1:4`,
    longChat: uuidOf(`chat${first + 1}`),
    middle: uuidOf(`${first + 1}:${longChatLength / 2}`),
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

/** Returns the number of the last chat on a person's first page. */
export const cursorChat = (person: number): number => (person - 1) * measuredChats + measuredChats / 2;

export interface Query {
  readonly name: string;
  /** The caller: the signed-in person with row-level security, the functions' service role, or the service. */
  readonly as: 'person' | 'service' | 'owner';
  readonly sql: string;
  readonly parameters?: (probe: MeasuredPerson) => readonly unknown[];
  /** A statement that the owner must run first, in the same transaction. */
  readonly before?: {
    readonly sql: string;
    readonly parameters?: (probe: MeasuredPerson) => readonly unknown[];
  };
  /**
   * A limit in milliseconds. Replaces the comparison with the small database, which does not reach the query's own
   * limit: a report reads the rows of its period, and matches and active users are counted up to 10,000.
   */
  readonly within?: number;
}

export const userParameters = ({ user }: MeasuredPerson): readonly string[] => [user];
