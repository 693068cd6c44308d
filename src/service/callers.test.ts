import { expect, it } from 'vitest';
import { createCallerCheck } from './callers.ts';

const check = createCallerCheck(
  (key) => (key === 'publishable' ? 'anon' : null),
  (token) => Promise.resolve(token === 'run.out.token' ? 'expired' : 'invalid'),
);

it.each([
  ['run.out.token', 'PGRST303', 'JWT expired'],
  ['for.ged.token', 'PGRST301', 'No suitable key or wrong key type'],
  ['nonsense', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
])('refuses the token %s with %s, like PostgREST', async (token, code, message) => {
  const request = new Request('http://service.test/rest/v1/x', {
    headers: { apikey: 'publishable', authorization: `Bearer ${token}` },
  });
  const answer = await check(request);
  if (!(answer instanceof Response)) throw new Error('the token was accepted');
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ code, message, details: null, hint: null });
  expect(answer.headers.get('www-authenticate')).toContain(`error_description="${message}"`);
});
