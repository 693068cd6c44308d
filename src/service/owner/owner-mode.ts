import type { IncomingMessage } from 'node:http';
import { ownerHeader, ownerSessionPath } from '../../shared/service/owner.ts';
import type { Auth } from '../auth/auth.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { isSameSecret } from '../http/credentials.ts';
import { json } from '../http/json.ts';
import { ensureOwner } from './owner-account.ts';
import { refusalOf } from './refusals.ts';

export interface OwnerModeOptions {
  readonly database: OpenedDatabase;
  readonly auth: Pick<Auth, 'createUser' | 'openSession'>;
  /** The desktop app creates a new secret for each start. */
  readonly secret: string;
}

/** A service for the owner of a computer. It only responds to the app that started it. */
export interface OwnerMode {
  readonly admits: (request: Pick<IncomingMessage, 'headers'>) => boolean;
  /** Handles requests that work differently for the owner. Resolves to null for all others. */
  readonly handle: (request: Request) => Promise<Response | null>;
}

export function createOwnerMode({ database, auth, secret }: OwnerModeOptions): OwnerMode {
  return {
    admits: ({ headers }) => {
      const sentSecret = headers[ownerHeader];
      return typeof sentSecret === 'string' && isSameSecret(sentSecret, secret);
    },
    async handle(request) {
      if (new URL(request.url).pathname !== ownerSessionPath) return refusalOf(request);
      if (request.method !== 'POST') return json({ message: 'Method not allowed' }, 405);
      // Repairs the account before each session, not only at startup, so that owners can always open their chats.
      return json(await auth.openSession(await ensureOwner(database, auth)));
    },
  };
}
