import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '../database/database.ts';
import { testSecrets, type RunningTestService } from './running-service.ts';

export interface QuotaPlan {
  readonly rounds: number;
  /** Sends of one Starter at once, half of them as messages and half as requests of the gateway. */
  readonly sends: number;
  readonly onRound?: (round: number, accepted: number) => void;
}

export interface QuotaReport {
  /** Sends that got through, by round. */
  readonly accepted: readonly number[];
  /** What the counter says of each round's person. */
  readonly counted: readonly number[];
  /** Refusals that were no refusal of the quota: how often each was seen. */
  readonly strange: ReadonlyMap<string, number>;
}

type Outcome = 'accepted' | 'quota' | { readonly strange: string };

const quotaText = /^You have used your 3 messages for today\./;

/**
 * Lets a new Starter send far more at once than his day allows, again and again, by both ways that count: rows through
 * REST and requests of the gateway. The service's active vendor must answer.
 */
export async function runQuotaRounds(
  service: RunningTestService,
  database: Database,
  { rounds, sends, onRound }: QuotaPlan,
): Promise<QuotaReport> {
  const accepted: number[] = [];
  const counted: number[] = [];
  const strange = new Map<string, number>();

  for (let round = 0; round < rounds; round += 1) {
    const [email, password] = [`${randomUUID()}@example.test`, randomUUID()];
    const made = await service.admin.auth.admin.createUser({ email, password, email_confirm: true });
    if (made.error) throw made.error;
    const user = made.data.user.id;
    // From an address of its own, because one address may sign in 30 times in five minutes.
    const client = createClient(service.url, testSecrets.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { 'x-forwarded-for': `10.0.0.${(round % 250) + 1}` } },
    });
    const session = await client.auth.signInWithPassword({ email, password });
    if (session.error) throw session.error;
    const chat = randomUUID();
    const begun = await client.from('chat_history').insert({ id: chat, user_id: user, title: 'Burst' });
    if (begun.error) throw new Error(begun.error.message);

    const asMessage = async (): Promise<Outcome> => {
      const { error } = await client
        .from('chat_messages')
        .insert({ id: randomUUID(), chat_id: chat, user_id: user, role: 'user', content: 'Hello' });
      if (!error) return 'accepted';
      return error.hint === 'quota' && quotaText.test(error.message) ? 'quota' : { strange: error.message };
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
      if (response.ok) return text.includes('data: [DONE]') ? 'accepted' : { strange: 'cut off' };
      const { error } = JSON.parse(text) as { readonly error?: { readonly message?: string } };
      return response.status === 429 && quotaText.test(error?.message ?? '')
        ? 'quota'
        : { strange: `${response.status} ${error?.message ?? text}` };
    };

    const outcomes = await Promise.all(
      Array.from({ length: sends }, (_, index) =>
        (index % 2 === 0 ? asMessage() : asRequest()).catch((error: unknown): Outcome => ({
          strange: String(error),
        })),
      ),
    );
    for (const outcome of outcomes)
      if (typeof outcome === 'object') strange.set(outcome.strange, (strange.get(outcome.strange) ?? 0) + 1);
    accepted.push(outcomes.filter((outcome) => outcome === 'accepted').length);
    const [row] = await database.query<{ used: number }>(
      'select used from private.message_counts where user_id = $1',
      [user],
    );
    counted.push(row?.used ?? 0);
    onRound?.(round, accepted.at(-1) ?? 0);
  }
  return { accepted, counted, strange };
}
