import { randomUUID } from 'node:crypto';
import { summaryOf, type AttackResponse, type Attack, type Person, type Target } from './target.ts';

const insertMessages = (target: Target, as: Person, rows: readonly object[]) =>
  target.call('/rest/v1/chat_messages', { as, body: rows });

/** Repeats an attempt until it is refused, at most `most` times. Resolves to the last response. */
async function untilRefused(most: number, attempt: () => Promise<AttackResponse>): Promise<AttackResponse> {
  let answer = await attempt();
  for (let count = 1; count < most && answer.status < 300; count += 1) answer = await attempt();
  return answer;
}

/**
 * Merges a user's account into an accomplice's, where the administrator could read the chats. The user has not agreed.
 */
async function mergeIntoOwn(target: Target): Promise<AttackResponse> {
  const [administrator, victim, accomplice] = [
    await target.administrator(),
    await target.person(),
    await target.person(),
  ];
  await target.chat(victim, 'a private text');
  return target.call('/functions/v1/admin/users/merge', {
    as: administrator,
    body: { source: victim.id, target: accomplice.id },
  });
}

/** Attacks on the limits of an account, and on chats that administrators must not read. */
export const limitAttacks: readonly Attack[] = [
  ...(['assistant', 'system'] as const).map((role): Attack => ({
    name: `a guest fills the disk with messages of the role ${role}`,
    async run(target) {
      const guest = await target.guest();
      const chat = await target.chat(guest);
      const content = 'x'.repeat(250_000);
      return summaryOf(
        await untilRefused(100, () =>
          insertMessages(target, guest, [{ chat_id: chat, user_id: guest.id, role, content }]),
        ),
      );
    },
    expected: /^(400 P0001: You can keep 20 MB|429 PT429: You can save 20 MB a day)/,
  })),
  {
    name: 'a guest writes thousands of rows in one statement',
    async run(target) {
      const guest = await target.guest();
      const chat = await target.chat(guest);
      const row = { chat_id: chat, user_id: guest.id, role: 'assistant', content: 'x' };
      return summaryOf(
        await insertMessages(
          target,
          guest,
          Array.from({ length: 500 }, () => row),
        ),
      );
    },
    expected: /^(429 PT429: You can save 120 chats and messages a minute|4\d\d )/,
  },
  {
    name: 'a guest creates chats endlessly',
    async run(target) {
      const guest = await target.guest();
      return summaryOf(
        await untilRefused(200, () =>
          target.call('/rest/v1/chat_history', {
            as: guest,
            body: { id: randomUUID(), user_id: guest.id, title: 'x' },
          }),
        ),
      );
    },
    expected: /^(429 PT429: You can save 120 chats and messages a minute|400 P0001: You can keep 200 chats)/,
  },
  {
    name: 'an import of 15,000 messages in one call',
    async run(target) {
      const person = await target.person('professional');
      const messages = Array.from({ length: 15_000 }, () => ({
        id: randomUUID(),
        role: 'assistant',
        content: 'x',
      }));
      return summaryOf(
        await target.call('/rest/v1/rpc/import_chats', {
          as: person,
          body: { chats: [{ id: randomUUID(), title: 'Great', messages }] },
        }),
      );
    },
    expected: /^4\d\d .*(at most 100 messages|too|limit|large)/i,
  },
  {
    name: 'three stored messages whose reservations are released',
    async run(target) {
      const person = await target.person();
      const chat = await target.chat(person);
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      let seen = '';
      for (const id of ids) {
        const row = { id, chat_id: chat, user_id: person.id, role: 'user', content: 'Hello' };
        seen = summaryOf(await insertMessages(target, person, [row]));
        await target.call('/rest/v1/rpc/release_reservation', { as: person, body: { message_id: id } });
      }
      return seen;
    },
    expected: /^400 P0001: You have used your 3 messages/,
  },
  {
    name: 'an administrator merges someone into their own account',
    run: async (target) => summaryOf(await mergeIntoOwn(target)),
    expected: /^409 consent_needed/,
  },
  {
    name: 'an administrator creates an account with a password that they know',
    async run(target) {
      const administrator = await target.administrator();
      const [id, email, password] = [randomUUID(), `${randomUUID()}@example.com`, 'a known password'];
      await target.call('/functions/v1/admin/users/create', {
        as: administrator,
        body: { id, email, password },
      });
      return summaryOf(
        await target.call('/auth/v1/token?grant_type=password', { body: { email, password } }),
      );
    },
    expected: /^400 .*Invalid login credentials/,
  },
];
