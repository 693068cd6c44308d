import { describe, expect, it } from 'vitest';
import { createTestContext, testCaller } from '../_shared/testing/context.ts';
import { handler } from './handler.ts';

const removal = `http://service.test/auth/v1/admin/users/${testCaller.userId}`;

function createContext(answers: Readonly<Record<string, unknown>>, removed = new Response(null)) {
  const context = createTestContext({
    answers: { 'rpc/session_requirement': null, 'rpc/own_standing': 'active', ...answers },
  });
  const deletions: (string | null)[] = [];
  const serviceFetch: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'DELETE') return context.serviceFetch(input, init);
    deletions.push(`${request.url} ${request.headers.get('authorization')}`);
    return Promise.resolve(removed.clone());
  };
  return { context: { ...context, serviceFetch }, deletions };
}

const ask = (body: unknown, token = testCaller.token) =>
  new Request('http://service.test/functions/v1/account/delete', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
const confirmation = { confirm: 'delete my account' };

describe('account/delete', () => {
  it('deletes only the caller, as the service', async () => {
    const { context, deletions } = createContext({});
    const response = await handler(ask({ ...confirmation, userId: 'another-user' }), context);
    expect(await response.json()).toEqual({ deleted: true });
    expect(deletions).toEqual([`${removal} Bearer secret-key`]);
  });

  it.each([
    ['a visitor', ask(confirmation, 'forged'), {}, 401],
    ['a request without the confirmation', ask({ confirm: 'yes' }), {}, 400],
    [
      'a session without its second factor',
      ask(confirmation),
      { 'rpc/session_requirement': 'second_factor' },
      403,
    ],
    [
      'a session that requires a new password',
      ask(confirmation),
      { 'rpc/session_requirement': 'new_password' },
      403,
    ],
    [
      'a banned user, who could come back without the ban',
      ask(confirmation),
      { 'rpc/own_standing': 'banned' },
      403,
    ],
  ])('refuses %s', async (_who, request, answers, status) => {
    const { context, deletions } = createContext(answers);
    expect((await handler(request, context)).status).toBe(status);
    expect(deletions).toEqual([]);
  });

  it('reports what the last administrator must do first, and accepts a repeated request', async () => {
    const refused = Response.json({ error_code: 'last_admin', msg: 'No.' }, { status: 422 });
    const { context } = createContext({}, refused);
    const response = await handler(ask(confirmation), context);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'last_admin',
        message: expect.stringContaining('Make someone else an administrator first'),
      },
    });
    const deleted = createContext({}, new Response(null, { status: 404 }));
    expect((await handler(ask(confirmation), deleted.context)).status).toBe(200);
  });
});
