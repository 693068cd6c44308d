import { summaryOf, randomIpAddress, type Attack } from './target.ts';

const nested = `{"data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;

/** Attacks on the auth service. Responses must not be server errors, and must reveal nothing. */
export const authAttacks: readonly Attack[] = [
  {
    name: 'an own role in app_metadata',
    run: async (target) =>
      summaryOf(
        await target.call('/auth/v1/user', {
          method: 'PUT',
          as: await target.person(),
          body: { app_metadata: { role: 'service_role' } },
        }),
      ),
    expected: /^403 .*requires admin privileges/,
  },
  {
    name: '5,000 nested brackets as user data',
    run: async (target) =>
      summaryOf(
        await target.call('/auth/v1/user', { method: 'PUT', as: await target.person(), body: nested }),
      ),
    expected: /^400 /,
  },
  {
    name: '5,000 nested brackets for a function',
    run: async (target) =>
      summaryOf(
        await target.call('/functions/v1/chat/completions', { as: await target.person(), body: nested }),
      ),
    expected: /^400 invalid_request/,
  },
  {
    name: '60 wrong passwords from 60 networks, then the owner on a known device',
    async run(target) {
      const { email, password } = await target.person();
      const home = { 'x-forwarded-for': randomIpAddress() };
      const signIn = async (headers: Record<string, string>, tried: string | undefined) =>
        (
          await target.call('/auth/v1/token?grant_type=password', {
            headers,
            body: { email, password: tried },
          })
        ).status;
      await signIn(home, password);
      await Promise.all(
        Array.from({ length: 60 }, () => signIn({ 'x-forwarded-for': randomIpAddress() }, 'a guess at it')),
      );
      return `${await signIn(home, password)} for the owner`;
    },
    expected: /^200 for the owner$/,
  },
];
