import { describe, expect, it } from 'vitest';
import { quickActionNames } from '../../../../shared/quick-actions/contract.ts';
import { accountGroups } from './account-requests.ts';
import { requestGroups } from './requests.ts';

const files = import.meta.glob<string>('../../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const source = Object.entries(files)
  .filter(([name]) => !/\.test\.|testing|^\.\/|features\/site\//.test(name))
  .map(([, text]) => text)
  .join('\n');

const listed = [...requestGroups, ...accountGroups].flatMap(({ entries }) =>
  entries.flatMap(({ requests }) => requests),
);
/** `*` in the list matches anything. */
const isListed = (request: string) =>
  listed.some(
    (entry) => entry === request || (entry.endsWith('/*') && request.startsWith(entry.slice(0, -1))),
  );

const found = (pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map(([, name = '']) => name))];

/** The requests of each call of the auth client; none if it only reads local state. */
const authCalls: Readonly<Record<string, readonly string[]>> = {
  exchangeCodeForSession: ['POST /auth/v1/token'],
  getSession: [],
  getUser: ['GET /auth/v1/user'],
  initialize: ['POST /auth/v1/token'],
  'mfa.challengeAndVerify': ['POST /auth/v1/factors/*/challenge', 'POST /auth/v1/factors/*/verify'],
  'mfa.enroll': ['POST /auth/v1/factors'],
  'mfa.listFactors': ['GET /auth/v1/user'],
  'mfa.unenroll': ['DELETE /auth/v1/factors/*'],
  onAuthStateChange: [],
  'passkey.delete': ['DELETE /auth/v1/passkeys/*'],
  'passkey.list': ['GET /auth/v1/passkeys'],
  'passkey.startRegistration': ['POST /auth/v1/passkeys/registration/options'],
  'passkey.update': ['PATCH /auth/v1/passkeys/*'],
  'passkey.verifyRegistration': ['POST /auth/v1/passkeys/registration/verify'],
  reauthenticate: ['GET /auth/v1/reauthenticate'],
  refreshSession: ['POST /auth/v1/token'],
  resend: ['POST /auth/v1/resend'],
  resetPasswordForEmail: ['POST /auth/v1/recover'],
  setSession: ['GET /auth/v1/user', 'POST /auth/v1/token'],
  signInAnonymously: ['POST /auth/v1/signup'],
  signInWithOAuth: ['GET /auth/v1/authorize'],
  signInWithOtp: ['POST /auth/v1/otp'],
  signInWithPasskey: [
    'POST /auth/v1/passkeys/authentication/options',
    'POST /auth/v1/passkeys/authentication/verify',
  ],
  signInWithPassword: ['POST /auth/v1/token'],
  signOut: ['POST /auth/v1/logout'],
  signUp: ['POST /auth/v1/signup'],
  updateUser: ['PUT /auth/v1/user'],
  verifyOtp: ['POST /auth/v1/verify'],
};
const methods: Readonly<Record<string, string>> = {
  delete: 'DELETE',
  insert: 'POST',
  select: 'GET',
  update: 'PATCH',
  upsert: 'POST',
};

const calls: Readonly<Record<string, readonly string[]>> = {
  'functions of the database': found(/\.rpc\(\s*'(\w+)'/g).map((name) => `POST /rest/v1/rpc/${name}`),
  tables: found(/\.from\(\s*('\w+'\)\s*\.\w+)\(/g).map((call) => {
    const [, table, verb = ''] = /'(\w+)'\)\s*\.(\w+)/.exec(call) ?? [];
    return `${methods[verb]} /rest/v1/${table}`;
  }),
  'functions of the service': [
    ...found(/\binvoke\(\s*['`]([^'`]+)['`]/g).map((name) => name.replaceAll(/\$\{[^}]*\}/g, 'x')),
    ...quickActionNames,
  ].map((name) => `POST /functions/v1/${name}`),
  'the auth client': found(/\bauth\s*\.((?:mfa\.|passkey\.)?\w+)\(/g).flatMap(
    (name) => authCalls[name] ?? [`${name}: unknown to this test`],
  ),
};

describe('what leaves the device', () => {
  it.each(Object.entries(calls))(
    'lists every request to %s that the source makes [SITE-001]',
    (_, requests) => {
      // Fails if the pattern no longer finds anything.
      expect(requests.length).toBeGreaterThan(8);
      expect(requests.filter((request) => !isListed(request))).toEqual([]);
    },
  );

  it('lists every URL that is requested directly', () => {
    const addresses = found(/\}(\/(?:auth|rest|functions|realtime)\/v1\/[\w/-]+)/g);
    expect(addresses.length).toBeGreaterThan(4);
    const paths = listed.map((request) => request.split(' ')[1] ?? '');
    expect(
      addresses.filter((address) => !paths.some((path) => path === address || path === `${address}*`)),
    ).toEqual([]);
  });

  it('lists nothing twice', () => {
    expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
    for (const { entries } of [...requestGroups, ...accountGroups])
      for (const { fields } of entries) expect(new Set(fields).size).toBe(fields.length);
  });
});
