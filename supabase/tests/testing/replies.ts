import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/service/database/database.ts';
import { serviceClaims } from '../../../src/service/testing/clients.ts';
import { type Account, as } from './accounts.ts';

interface ReplyStart {
  readonly ok: boolean;
  readonly code?: string;
  readonly seed?: string | null;
}

interface ReplyFinish {
  readonly question: string;
  readonly reply: string;
  readonly text: string | null;
  readonly reasoning?: string;
  readonly status?: string;
  readonly outcome?: 'answered' | 'failed';
  readonly tokens?: readonly [number, number];
}

/** Calls the SQL functions for stored replies like the gateway and the app. */
export function replyCalls(database: Database) {
  const one = async <Result>(
    claims: Parameters<typeof as>[1],
    statement: string,
    parameters: readonly unknown[],
  ): Promise<Result> =>
    (await as<{ result: Result }>(database, claims, `select ${statement} as result`, [...parameters]))[0]!
      .result;
  return {
    /** Stores a question after the active message, or with `versionOf` as another version of the chat's first one. */
    ask: async (account: Account, chat: string, versionOf?: string): Promise<string> => {
      const id = randomUUID();
      await as(
        database,
        account,
        `insert into public.chat_messages (id, chat_id, role, content, parent_id)
         values ($1, $2, 'user', 'A question', case when $3::uuid is not null then $1::uuid end)`,
        [id, chat, versionOf ?? null],
      );
      return id;
    },
    begin: (
      account: Account,
      {
        question,
        reply,
        continues = null,
        request = question,
        apiKey = null,
      }: {
        readonly question: string;
        readonly reply: string;
        readonly continues?: string | null;
        readonly request?: string;
        readonly apiKey?: string | null;
      },
    ) =>
      one<ReplyStart>(
        { claims: serviceClaims },
        `public.begin_completion($1, $2, reply_id => $3, question_id => $4, continues => $5, api_key_hash => $6)`,
        [apiKey === null ? account.id : null, request, reply, question, continues, apiKey],
      ),
    save: (pieces: readonly Readonly<Record<string, unknown>>[]) =>
      one<Readonly<Record<string, string>>>({ claims: serviceClaims }, `public.save_replies($1)`, [pieces]),
    finish: (
      account: Account,
      {
        question,
        reply,
        text,
        reasoning,
        status = 'complete',
        outcome = 'answered',
        tokens = [0, 0],
      }: ReplyFinish,
    ) =>
      one<Readonly<Record<string, unknown>> | null>(
        { claims: serviceClaims },
        `public.finish_completion($1, $2, $3, model_id => 'a-model', prompt_tokens => $4, completion_tokens => $5,
           reply_id => $6, reply_text => $7, reply_status => $8, vendor_name => 'demo', reply_reasoning => $9,
           reasoning_ms => $10)`,
        [
          account.id,
          question,
          outcome,
          ...tokens,
          reply,
          text,
          status,
          reasoning ?? null,
          reasoning === undefined ? null : 1200,
        ],
      ),
    read: (account: Account, reply: string, start = 0, reasoningStart = 0) =>
      one<Readonly<Record<string, unknown>> | null>(account, `public.read_reply($1, $2, $3)`, [
        reply,
        start,
        reasoningStart,
      ]),
    stop: (account: Account, reply: string) => one<boolean>(account, `public.stop_reply($1)`, [reply]),
    /** Returns an account's usage, its counted messages and its running requests. */
    spent: async (account: Account) =>
      (
        await database.query<Readonly<Record<string, number>>>(
          `select coalesce(sum(u.requests), 0)::integer as requests,
             coalesce(sum(u.prompt_tokens), 0)::integer as prompt,
             coalesce(sum(u.completion_tokens), 0)::integer as completion,
             (select coalesce(sum(c.used), 0)::integer from private.message_counts c where c.user_id = $1) as used,
             (select coalesce(sum(r.in_flight), 0)::integer from public.message_reservations r where r.user_id = $1)
               as "inFlight"
           from public.message_usage u where u.user_id = $1`,
          [account.id],
        )
      )[0]!,
    /** Counts the rows that are left of a running reply. */
    left: async (reply: string) =>
      (
        await database.query(
          `select (select count(*)::integer from private.reply_progress where reply_id = $1) as progress,
             (select count(*)::integer from private.reply_pieces where reply_id = $1) as pieces`,
          [reply],
        )
      )[0],
    /** Pretends that the writer has not renewed the reply for `seconds`. */
    age: (reply: string, seconds: number) =>
      database.query(
        `update private.reply_progress set saved_at = saved_at - make_interval(secs => $2) where reply_id = $1`,
        [reply, seconds],
      ),
  };
}
