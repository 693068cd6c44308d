import { describe, expect, it } from 'vitest';
import { isCertificateFault, missingMigration } from './problems.ts';

const files = [
  '20260101000000_make_trees.sql',
  '20260102000000_make_bushes.sql',
  '20260103000000_make_birds.sql',
];

describe('the first missing migration', () => {
  it('is the one after the newest applied migration', () => {
    expect(missingMigration(files, '20260102000000')).toBe('20260103000000_make_birds');
  });
  it('is null if all migrations are applied, or newer ones', () => {
    expect(missingMigration(files, '20260103000000')).toBeNull();
    expect(missingMigration(files, '20990101000000')).toBeNull();
  });
  it('is the first migration if none is applied', () => {
    expect(missingMigration(files, null)).toBe('20260101000000_make_trees');
  });
});

it('recognizes certificate errors of Node and Chromium only', () => {
  const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
  const withCode = (code: string) => Object.assign(new Error('no'), { code });
  expect(isCertificateFault(failed(withCode('CERT_HAS_EXPIRED')))).toBe(true);
  expect(isCertificateFault(failed(withCode('ERR_TLS_CERT_ALTNAME_INVALID')))).toBe(true);
  expect(isCertificateFault(new Error('net::ERR_CERT_DATE_INVALID'))).toBe(true);
  expect(isCertificateFault(failed(withCode('ECONNREFUSED')))).toBe(false);
  expect(isCertificateFault('CERT_HAS_EXPIRED')).toBe(false);
});
