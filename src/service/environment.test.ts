import { describe, expect, it } from 'vitest';
import { EnvironmentError, parseEnvironment } from './environment.ts';

describe('the environment variables', () => {
  it('has a default for every variable, so that only this machine can reach the service', () => {
    const environment = parseEnvironment({});
    expect(environment).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      isLoopback: true,
      adminEmail: 'admin@clover.local',
      adminPassword: null,
      hosted: null,
      allowPrivateEndpoints: true,
    });
    expect(environment.dataDir.endsWith('.clover')).toBe(true);
  });

  it('treats an empty variable as missing', () => {
    expect(parseEnvironment({ PORT: '', CLOVER_PUBLIC_URL: '' })).toMatchObject({
      port: 3000,
      publicUrl: null,
    });
  });

  it('accepts whole numbers as connection limits, if they are enough for one browser', () => {
    expect(parseEnvironment({}).connectionsPerAddress).toBe(1_000);
    expect(parseEnvironment({ CLOVER_CONNECTIONS_PER_ADDRESS: '16' }).connectionsPerAddress).toBe(16);
    for (const value of ['15', '16.5', 'many', '-1', '1000001'])
      expect(() => parseEnvironment({ CLOVER_CONNECTIONS_PER_ADDRESS: value })).toThrow(
        'CLOVER_CONNECTIONS_PER_ADDRESS must be',
      );
  });

  it('accepts limits by IP address, and leaves out those that are not set', () => {
    expect(parseEnvironment({}).addressLimits).toEqual({});
    expect(
      parseEnvironment({
        CLOVER_FAILED_SIGN_INS_PER_ADDRESS: '300',
        CLOVER_FAILED_CODES_PER_ADDRESS: '301',
        CLOVER_SIGN_UPS_PER_ADDRESS: '302',
        CLOVER_GUESTS_PER_ADDRESS: '303',
        CLOVER_MAILS_PER_ADDRESS: '304',
      }).addressLimits,
    ).toEqual({ failedSignIn: 300, failedCode: 301, signUp: 302, guest: 303, mail: 304 });
    expect(() => parseEnvironment({ CLOVER_GUESTS_PER_ADDRESS: '0' })).toThrow('must be at least 1');
  });

  it('forbids private endpoints by default if others can reach the service', () => {
    expect(parseEnvironment({ HOST: '0.0.0.0' }).allowPrivateEndpoints).toBe(false);
    expect(
      parseEnvironment({ HOST: '0.0.0.0', CLOVER_ALLOW_PRIVATE_ENDPOINTS: 'true' }).allowPrivateEndpoints,
    ).toBe(true);
  });

  it('lists all problems together and repeats no value', () => {
    const secret = 'hunter2';
    let caught: unknown;
    try {
      parseEnvironment({
        PORT: '99999',
        CLOVER_DATABASE_URL: `mysql://root:${secret}@localhost`,
        CLOVER_ADMIN_PASSWORD: secret,
        CLOVER_SUPABASE_URL: 'https://abc.supabase.co',
        CLOVER_ENCRYPTION_KEYS: 'first:tooshort',
        CLOVER_TRUSTED_PROXIES: 'proxy.internal',
      });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(EnvironmentError);
    const { problems, message } = caught as EnvironmentError;
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'CLOVER_DATABASE_URL',
      'CLOVER_ADMIN_PASSWORD',
      'CLOVER_TRUSTED_PROXIES',
      'CLOVER_ENCRYPTION_KEYS',
      'CLOVER_SUPABASE_KEY',
    ]);
    expect(message).not.toContain(secret);
  });

  it('refuses unknown CLOVER_ variables, suggests the nearest known name, and ignores all others', () => {
    expect(() => parseEnvironment({ CLOVER_PUBLIC_ULR: 'https://a.test', CLOVER_DATADIR: '/data' })).toThrow(
      'The environment has 2 problems:\n' +
        '  - CLOVER_PUBLIC_ULR is not a known variable. Did you mean CLOVER_PUBLIC_URL?\n' +
        '  - CLOVER_DATADIR is not a known variable. Did you mean CLOVER_DATA_DIR?',
    );
    expect(() =>
      parseEnvironment({
        CLOVER_CHROMIUM: '/usr/bin/chromium',
        CLOVER_TEST_POSTGRES: '/pg',
        CLOVERLEAF: '1',
      }),
    ).not.toThrow();
  });

  it('requires URL and key of a hosted service together', () => {
    expect(() => parseEnvironment({ CLOVER_SUPABASE_URL: 'https://abc.supabase.co' })).toThrow(
      /CLOVER_SUPABASE_KEY must be set together/,
    );
    expect(
      parseEnvironment({
        CLOVER_SUPABASE_URL: 'https://abc.supabase.co/',
        CLOVER_SUPABASE_KEY: 'sb_publishable_x',
      }).hosted,
    ).toEqual({
      url: 'https://abc.supabase.co',
      key: 'sb_publishable_x',
    });
  });

  it.each(['mail@example.org', 'Clover <mail@example.org>', "Zoë's Team <mail@example.org>"])(
    'accepts %s as the sender of emails',
    (from) => {
      const { mailServer } = parseEnvironment({ CLOVER_SMTP_URL: 'smtp://mail', CLOVER_MAIL_FROM: from });
      expect(mailServer).toEqual({ url: 'smtp://mail', from });
    },
  );

  it.each([
    'Clover',
    'mail@',
    'mail@example.org>',
    '<mail@example.org',
    'mail@example.org, other@example.org',
    'mail@example.org\r\nBcc: other@example.org',
    '"other@example.org" <mail@example.org>',
  ])('refuses %j as the sender of emails', (from) => {
    expect(() => parseEnvironment({ CLOVER_SMTP_URL: 'smtp://mail', CLOVER_MAIL_FROM: from })).toThrow(
      'CLOVER_MAIL_FROM must be an email',
    );
  });

  it("requires a sender email unless the mail server's user name is an email", () => {
    const withUrl = (url: string) => () => parseEnvironment({ CLOVER_SMTP_URL: url }).mailServer;
    expect(withUrl('smtps://me%40example.org:x@mail')()?.from).toBe('me@example.org');
    for (const url of ['smtp://mail', 'smtps://user:x@mail.example.org', 'smtp://%zz@mail'])
      expect(withUrl(url)).toThrow('CLOVER_MAIL_FROM must be the sender');
    expect(withUrl('mail.example.org')).toThrow('CLOVER_SMTP_URL must be a URL');
  });

  it('refuses a hosted key that would give all rights to every visitor', () => {
    const legacy = (role: string) =>
      `e30.${Buffer.from(JSON.stringify({ iss: 'supabase', role })).toString('base64url')}.c2ln`;
    const withKey = (key: string) => () =>
      parseEnvironment({ CLOVER_SUPABASE_URL: 'https://abc.supabase.co', CLOVER_SUPABASE_KEY: key });
    expect(withKey(legacy('anon'))).not.toThrow();
    for (const key of ['sb_secret_x', legacy('service_role')])
      expect(withKey(key)).toThrow('CLOVER_SUPABASE_KEY must be the publishable key');
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/x', '::1/129', '/8'])(
    'refuses %s as a network of proxies',
    (network) => {
      expect(() => parseEnvironment({ CLOVER_TRUSTED_PROXIES: network })).toThrow('CLOVER_TRUSTED_PROXIES');
    },
  );

  it('accepts IP addresses and networks of both families as proxies', () => {
    const CLOVER_TRUSTED_PROXIES = '10.0.0.2, 172.16.0.0/12,::1,fd00::/8';
    expect(parseEnvironment({ CLOVER_TRUSTED_PROXIES }).trustedProxies).toEqual([
      '10.0.0.2',
      '172.16.0.0/12',
      '::1',
      'fd00::/8',
    ]);
  });

  it("refuses an administrator password that the service can't store", () => {
    expect(() => parseEnvironment({ CLOVER_ADMIN_PASSWORD: 'ü'.repeat(37) })).toThrow('at most 72 bytes');
    expect(parseEnvironment({ CLOVER_ADMIN_PASSWORD: 'ü'.repeat(36) }).adminPassword).toHaveLength(36);
  });
});
