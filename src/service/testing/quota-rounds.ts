import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '../database/database.ts';
import { testSecrets, type RunningTestService } from './running-service.ts';

export interface QuotaRounds {
  readonly rounds: number;
  /**
   * Number of messages that a Starter user sends at the same time, half of them as rows and half as requests to the
   * gateway.
   */
  readonly sends: number;
  readonly onRound?: (round: number, accepted: number) => void;
}

export interface QuotaReport {
  readonly accepted: readonly number[];
  /** The message count of each round's user. */
  readonly counted: readonly number[];
  /** Number of refusals for reasons other than the quota, by reason. */
  readonly unexpected: ReadonlyMap<string, number>;
}

type Outcome = 'accepted' | 'quota' | { readonly unexpected: string };

const quotaText = /^You have used your 3 messages for today\./;

/**
 * Tests that simultaneous messages can't exceed the quota. In each round, a new Starter user sends all messages at the
 * same time: half as rows through REST, half as requests to the gateway. The caller compares the report with the quota
 * and configures an active vendor that responds.
 */
export async function runQuotaRounds(
  service: RunningTestService,
  database: Database,
  { rounds, sends, onRound }: QuotaRounds,
): Promise<QuotaReport> {
  const accepted: number[] = [];
  const counts: number[] = [];
  const unexpected = new Map<string, number>();

  for (let round = 0; round < rounds; round += 1) {
    const [email, password] = [`${randomUUID()}@example.test`, randomUUID()];
    const created = await service.admin.auth.admin.createUser({ email, password, email_confirm: true });
    if (created.error) throw created.error;
    const user = created.data.user.id;
    // Uses a separate IP address per round, because one address may sign in only 30 times in five minutes.
    const client = createClient(service.url, testSecrets.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { 'x-forwarded-for': `10.0.0.${(round % 250) + 1}` } },
    });
    const session = await client.auth.signInWithPassword({ email, password });
    if (session.error) throw session.error;
    const chat = randomUUID();
    const inserted = await client.from('chat_history').insert({ id: chat, user_id: user, title: 'Burst' });
    if (inserted.error) throw new Error(inserted.error.message);

    const asMessage = async (): Promise<Outcome> => {
      const { error } = await client
        .from('chat_messages')
        .insert({ id: randomUUID(), chat_id: chat, user_id: user, role: 'user', content: 'Hello' });
      if (!error) return 'accepted';
      return error.hint === 'quota' && quotaText.test(error.message)
        ? 'quota'
        : { unexpected: error.message };
    };
    const asRequest = async (): Promise<Outcome> => {
      const response = await fetch(`${service.url}/functions/v1/chat/completions`, {
        method: 'POST',
        headers: {
          apikey: testSecrets.publishableKey,
          authorization: `Bearer ${session.data.session.access_token}`,
          'x-clover-message-id': randomUUID(),
        },
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], stream: true }),
      });
      const text = await response.text();
      if (response.ok) return text.includes('data: [DONE]') ? 'accepted' : { unexpected: 'cut off' };
      const { error } = JSON.parse(text) as { readonly error?: { readonly message?: string } };
      return response.status === 429 && quotaText.test(error?.message ?? '')
        ? 'quota'
        : { unexpected: `${response.status} ${error?.message ?? text}` };
    };

    const outcomes = await Promise.all(
      Array.from({ length: sends }, (_, index) =>
        (index % 2 === 0 ? asMessage() : asRequest()).catch((error: unknown): Outcome => ({
          unexpected: String(error),
        })),
      ),
    );
    for (const outcome of outcomes)
      if (typeof outcome === 'object')
        unexpected.set(outcome.unexpected, (unexpected.get(outcome.unexpected) ?? 0) + 1);
    accepted.push(outcomes.filter((outcome) => outcome === 'accepted').length);
    const [row] = await database.query<{ used: number }>(
      'select used from private.message_counts where user_id = $1',
      [user],
    );
    counts.push(row?.used ?? 0);
    onRound?.(round, accepted.at(-1) ?? 0);
  }
  return { accepted, counted: counts, unexpected };
}
