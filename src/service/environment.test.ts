import { describe, expect, it } from 'vitest';
import { EnvironmentError, parseEnvironment } from './environment.ts';

describe('the environment of the start', () => {
  it('needs nothing: every variable has a default that keeps the service on this machine', () => {
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

  it('treats an empty variable as an absent one', () => {
    expect(parseEnvironment({ PORT: '', CLOVER_PUBLIC_URL: '' })).toMatchObject({
      port: 3000,
      publicUrl: null,
    });
  });

  it('forbids private endpoints by default once others can reach the service', () => {
    expect(parseEnvironment({ HOST: '0.0.0.0' }).allowPrivateEndpoints).toBe(false);
    expect(
      parseEnvironment({ HOST: '0.0.0.0', CLOVER_ALLOW_PRIVATE_ENDPOINTS: 'true' }).allowPrivateEndpoints,
    ).toBe(true);
  });

  it('lists every problem at once and repeats no value', () => {
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

  it('wants address and key of a hosted service together', () => {
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
});
