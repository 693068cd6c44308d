import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accessTokenSeconds,
  defaultLimits,
  maximumFactors,
  minimumPasswordLength,
  oneTimeTokenMilliseconds,
  refreshReuseMilliseconds,
} from '../../src/service/auth/settings.ts';

describe('the auth service of the hosted project', () => {
  let config = '';
  beforeAll(async () => {
    config = await readFile(new URL('../config.toml', import.meta.url), 'utf8');
  });
  const valueOf = (section: string, name: string): unknown => {
    const [, body = ''] = config.split(`\n[${section}]\n`);
    const [own = ''] = body.split(/\n\[[\w.-]+\]\n/);
    const [, value = 'null'] = new RegExp(`^${name} = (\\[[^\\]]*\\]|.*)$`, 'm').exec(own) ?? [];
    return JSON.parse(value.replace(/,\s*\]/, ']'));
  };

  it('confirms emails, both of them on a change, and reauthenticates old sessions before a password change', () => {
    for (const name of ['enable_confirmations', 'double_confirm_changes', 'secure_password_change'])
      expect([name, valueOf('auth.email', name)]).toEqual([name, true]);
  });

  it('allows second factors by app and not by phone', () => {
    const levels = (section: string) =>
      ['enroll_enabled', 'verify_enabled'].map((name) => valueOf(section, name));
    expect(levels('auth.mfa.totp')).toEqual([true, true]);
    expect(levels('auth.mfa.phone')).toEqual([false, false]);
    expect(valueOf('auth.mfa', 'max_enrolled_factors')).toBe(maximumFactors);
  });

  it('allows links to return to the web app and the desktop app only', () => {
    expect(valueOf('auth', 'site_url')).toBe('env(CLOVER_PUBLIC_URL)');
    expect(valueOf('auth', 'additional_redirect_urls')).toEqual([
      'clover://auth/callback',
      'clover://auth/callback?**',
    ]);
  });

  it('has the same lengths, ages and limits as the embedded service', () => {
    expect({
      password: valueOf('auth', 'minimum_password_length'),
      token: valueOf('auth', 'jwt_expiry'),
      reuse: valueOf('auth', 'refresh_token_reuse_interval'),
      code: valueOf('auth.email', 'otp_expiry'),
      signIns: valueOf('auth.rate_limit', 'sign_in_sign_ups'),
      guests: valueOf('auth.rate_limit', 'anonymous_users'),
      codes: valueOf('auth.rate_limit', 'token_verifications'),
    }).toEqual({
      password: minimumPasswordLength,
      token: accessTokenSeconds,
      reuse: refreshReuseMilliseconds / 1000,
      code: oneTimeTokenMilliseconds / 1000,
      signIns: defaultLimits.failedSignIn.limit,
      guests: defaultLimits.guest.limit,
      codes: defaultLimits.failedCode.limit,
    });
    expect(valueOf('auth', 'enable_refresh_token_rotation')).toBe(true);
    expect(valueOf('auth', 'enable_anonymous_sign_ins')).toBe(true);
  });
});
