import { expect, it } from 'vitest';
import { addAccessHeaders } from './service-access.ts';

const origin = 'http://127.0.0.1:4321';

function call(
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
  headers: { a: string } | null = { a: 'b' },
) {
  const sent: Headers[] = [];
  const recording: typeof fetch = async (_input, { headers: given } = {}) => {
    sent.push(new Headers(given));
    return new Response();
  };
  const access = { origin: () => origin, accessHeaders: () => headers };
  return { sent, answer: addAccessHeaders(recording, access)(input, init) };
}

it("adds the access headers to main's requests to the service, and keeps their other headers", async () => {
  for (const { sent, answer } of [
    call(`${origin}/rest/v1/x`, { headers: { apikey: 'key' } }),
    call(new URL(`${origin}/rest/v1/x`), { headers: { apikey: 'key' } }),
    call(new Request(`${origin}/rest/v1/x`, { headers: { apikey: 'key' } })),
  ]) {
    await answer;
    expect(sent.map((headers) => Object.fromEntries(headers))).toEqual([{ a: 'b', apikey: 'key' }]);
  }
});

it('adds the secret to no other request, and blocks requests while the service is not running', async () => {
  for (const elsewhere of [
    'http://127.0.0.1:4322/',
    'http://127.0.0.1.example.org:4321/',
    'https://example.org/',
  ]) {
    const { sent, answer } = call(elsewhere);
    await answer;
    expect(sent[0]?.has('a')).toBe(false);
  }
  const { sent, answer } = call(`${origin}/`, {}, null);
  await expect(answer).rejects.toThrow('not running');
  expect(sent).toEqual([]);
});
