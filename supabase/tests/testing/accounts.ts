import { randomUUID } from 'node:crypto';
import type { Claims, Database, Queryable } from '../../../src/service/database/database.ts';
import { userClaims } from '../../../src/service/testing/clients.ts';

export interface AccountOptions {
  readonly roles?: readonly ('admin' | 'banned' | 'restricted')[];
  readonly isGuest?: boolean;
  readonly plan?: 'starter' | 'professional';
  readonly createdAt?: Date;
}

export interface Account {
  readonly id: string;
  readonly claims: Claims;
}

/** Creates an account as the auth service would, and adds roles and a plan. */
export async function makeAccount(database: Queryable, options: AccountOptions = {}): Promise<Account> {
  const { roles = [], isGuest = false, plan, createdAt = new Date() } = options;
  const id = randomUUID();
  await database.query(
    `insert into auth.users (id, aud, role, email, is_anonymous, created_at)
     values ($1, 'authenticated', 'authenticated', $2, $3, $4)`,
    [id, isGuest ? null : `${id}@example.test`, isGuest, createdAt.toISOString()],
  );
  for (const role of roles)
    await database.query(`insert into public.user_roles (user_id, role) values ($1, $2)`, [id, role]);
  if (plan !== undefined)
    await database.query(
      `insert into public.subscriptions (user_id, plan, source) values ($1, $2, 'admin')`,
      [id, plan],
    );
  return { id, claims: userClaims(id, { is_anonymous: isGuest }) };
}

export async function makeChat(
  database: Database,
  { id, claims }: Account,
  title = 'A chat',
): Promise<string> {
  const chat = randomUUID();
  await database.asCaller(claims, (tx) =>
    tx.query(`insert into public.chat_history (id, user_id, title) values ($1, $2, $3)`, [chat, id, title]),
  );
  return chat;
}

export interface MessageOptions {
  readonly id?: string;
  readonly role?: 'user' | 'assistant' | 'system';
  readonly content?: string;
  readonly parent?: string;
}

/** Sends a message as its user. Resolves to its id. */
export async function send(
  database: Database,
  { id: user, claims }: Account,
  chat: string,
  { id = randomUUID(), role = 'user', content = 'Hello', parent }: MessageOptions = {},
): Promise<string> {
  await database.asCaller(claims, (tx) =>
    tx.query(
      `insert into public.chat_messages (id, chat_id, user_id, role, content, parent_id) values ($1, $2, $3, $4, $5, $6)`,
      [id, chat, user, role, content, parent ?? null],
    ),
  );
  return id;
}

export function as<Row>(
  database: Database,
  { claims }: { readonly claims: Claims },
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  return database.asCaller(claims, (tx) => tx.query<Row>(sql, parameters));
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** Returns the error of `attempt`. Fails if there is none. */
export async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  try {
    await attempt;
  } catch (error) {
    const { code, message, hint } = error as Refusal;
    return { code, message, ...(hint === undefined ? {} : { hint }) };
  }
  throw new Error('it was not refused');
}
