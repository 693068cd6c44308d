import { beforeEach, expect, it } from 'vitest';
import { createAnnouncement } from './announce-reply.ts';

const chatId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const row = { id: 'r', chat_id: chatId, status: 'complete', content: 'A secret text' };

let hasPage: boolean;
let token: string | undefined;
let answer: () => Response;
let requested: (readonly [string, unknown])[];
let notices: unknown[];
beforeEach(() => {
  hasPage = false;
  token = 'token';
  answer = () => Response.json([{ title: 'Garden plans' }]);
  requested = [];
  notices = [];
});

const announce = (stored: unknown) =>
  createAnnouncement({
    service: { connect: async () => ({ url: 'https://data.example', publishableKey: 'key' }) },
    tokens: { newest: () => token },
    fetch: async (input, init) => {
      requested.push([input as string, init?.headers]);
      return answer();
    },
    hasPage: () => hasPage,
    notify: (reply) => void notices.push(reply),
  })(stored, 'user');

it("a reply that ends without an open page is announced with its chat's title", async () => {
  await announce(row);
  expect(notices).toEqual([{ userId: 'user', chatId, title: 'Garden plans' }]);
  expect(requested).toEqual([
    [
      `https://data.example/rest/v1/chat_history?id=eq.${chatId}&select=title`,
      { apikey: 'key', authorization: 'Bearer token' },
    ],
  ]);
});

it('a reply of an encrypted chat is announced without a title, which only the page can decrypt', async () => {
  answer = () => Response.json([{ title: `enc1.k.${'A'.repeat(60)}` }]);
  await announce(row);
  expect(notices).toEqual([{ userId: 'user', chatId, title: 'New Chat' }]);
});

it('an open page announces its replies itself', async () => {
  hasPage = true;
  await announce(row);
  expect(requested).toEqual([]);
});

it.each([{ ...row, status: 'stopped' }, { ...row, status: 'interrupted' }, null, 'text'])(
  'nothing is announced for %j',
  async (stored) => {
    await announce(stored);
    expect(requested).toEqual([]);
  },
);

it.each([
  ['the user has signed out', () => (token = undefined)],
  ['the chat no longer exists', () => (answer = () => Response.json([]))],
  ['the service is unavailable', () => (answer = () => new Response('', { status: 503 }))],
])('nothing is announced if %s', async (_name, prepare) => {
  prepare();
  await announce(row);
  expect(notices).toEqual([]);
});
