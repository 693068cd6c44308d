import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { summaryOf, type Person, type Target } from './target.ts';

/** Milliseconds between two messages. */
const pace = 1000;

/** An ordinary client. During attacks, it sends a message every second and waits for the reply. */
export interface OrdinaryClient {
  /** Deletes the measurements so far. */
  readonly reset: () => void;
  /** Returns the duration of each message since the last reset, in milliseconds. */
  readonly times: () => readonly number[];
  /** The messages that have failed since the start, one line each. */
  readonly failures: readonly string[];
  /** Stops after the current message. */
  readonly stop: () => Promise<void>;
}

/** Stores one message and reads the whole reply. Resolves to the error, if any. */
async function send(target: Target, person: Person, chat: string): Promise<string | undefined> {
  const id = randomUUID();
  const stored = await target.call('/rest/v1/chat_messages', {
    as: person,
    body: { id, chat_id: chat, user_id: person.id, role: 'user', content: 'Hello' },
  });
  if (stored.status !== 201) return summaryOf(stored);
  const reply = await target.call('/functions/v1/chat/completions', {
    as: person,
    headers: { 'x-clover-message-id': id },
    body: { model: 'm', messages: [{ role: 'user', content: 'Hello' }], stream: true },
  });
  return reply.status === 200 && reply.text.includes('[DONE]') ? undefined : summaryOf(reply);
}

export async function startOrdinaryClient(target: Target): Promise<OrdinaryClient> {
  const person = await target.person('professional');
  const chat = await target.chat(person);
  const times: number[] = [];
  const failures: string[] = [];
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      const started = performance.now();
      const failure = await send(target, person, chat).catch((error: unknown) => String(error));
      const took = performance.now() - started;
      times.push(took);
      if (failure) failures.push(failure);
      await pause(Math.max(0, pace - took));
    }
  };
  const running = run();
  return {
    reset: () => times.splice(0),
    times: () => [...times],
    failures,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
