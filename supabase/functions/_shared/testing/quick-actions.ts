import { createTestContext, testCaller, type TestContext, type TestContextOptions } from './context.ts';
import { encryptionKeys } from './grant.ts';

export const messageId = 'd0000000-0000-4000-8000-000000000001';

/** Calls a function as the page does. */
export function postAction(
  name: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
): Request {
  return new Request(`http://service.test/functions/v1/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...init,
    headers: { authorization: `Bearer ${testCaller.token}`, 'x-clover-message-id': messageId, ...headers },
  });
}

/** Creates a host whose service grants (or refuses) completions with this result. */
export const contextWith = (grant: unknown, answers: TestContextOptions['answers'] = {}): TestContext =>
  createTestContext({ answers: { 'rpc/begin_completion': grant, ...answers }, encryptionKeys });

/** Returns the outcomes that the function reported to the database, in order. */
export const outcomesOf = ({ calls }: TestContext): unknown[] =>
  calls.filter(({ path }) => path === 'rpc/finish_completion').map(({ body }) => body['outcome']);
