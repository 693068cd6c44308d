import { describe, expect, it } from 'vitest';
import type { ServiceStatus } from '../../../../../shared/admin/stats.ts';
import { problemsOf } from './problems.ts';
import { healthyStatus } from './testing.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const problems = (changes: Partial<ServiceStatus>) =>
  problemsOf({ ...healthyStatus, ...changes }, now).map(({ level, text, link }) => [level, text, link]);

describe('the problems that administrators see', () => {
  it('are none if the service works, with or without its own backups and email', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ host: null, mail: null })).toEqual([]);
    const host = { is_damaged: false, unclean_starts: 0 };
    expect(problems({ host: { ...host, backup: null } })).toEqual([]);
    expect(problems({ host: { ...host, backup: { last_at: null, has_failed: false } } })).toEqual([]);
  });

  it('include a vendor that is missing, has no key or fails', () => {
    const vendors = '/admin/api-vendors';
    expect(problems({ active_vendor: null })).toEqual([
      ['bad', 'No provider is active. Only users with their own key get replies.', vendors],
    ]);
    expect(
      problems({
        active_vendor: { display_name: 'OpenAI', is_demo: false, lacks_key: true, last_failure: null },
      }),
    ).toEqual([
      ['bad', 'OpenAI is active but has no key. Only users with their own key get replies.', vendors],
    ]);
    expect(
      problems({
        active_vendor: { display_name: 'Demo', is_demo: true, lacks_key: false, last_failure: null },
      }),
    ).toEqual([['note', 'No model is connected yet. The built-in demo replies instead.', vendors]]);
    expect(
      problems({ failing_vendors: [{ display_name: 'OpenAI', requests: 996, failures: 1004 }] }),
    ).toEqual([['caution', 'OpenAI: 1,004 of 2,000 requests failed today.', vendors]]);
  });

  it('include an active vendor whose last test or request failed', () => {
    const failing = (is_test: boolean, message: string | null) =>
      problems({
        active_vendor: {
          ...healthyStatus.active_vendor!,
          last_failure: { at: '2026-11-23T11:58:00Z', is_test, message },
        },
      });
    expect(failing(true, 'Connection error: the server did not respond.')).toEqual([
      [
        'bad',
        expect.stringMatching(
          /^OpenAI is active, but its last test failed \(.*\): Connection error: the server did not respond\.$/,
        ),
        '/admin/api-vendors',
      ],
    ]);
    expect(failing(false, null)).toEqual([
      [
        'caution',
        expect.stringMatching(/^OpenAI is active, but the last request to it failed \(.*\)\.$/),
        '/admin/api-vendors',
      ],
    ]);
  });

  it('include a mail server that rejects email, with the number of waiting emails', () => {
    expect(problems({ mail: { is_failing: true, waiting: 2 } })).toEqual([
      [
        'bad',
        "The mail server is rejecting email, so users don't get their codes and links. 2 emails are waiting.",
        '/admin/settings',
      ],
    ]);
  });

  it('include a damaged database, a failed backup, or no backup for two days', () => {
    const of = (backup: { last_at: string | null; has_failed: boolean }, isDamaged = false) =>
      problems({ host: { is_damaged: isDamaged, backup, unclean_starts: 0 } }).map(([level, text]) => [
        level,
        text,
      ]);
    const fresh = '2026-11-23T11:00:00Z';
    expect(of({ last_at: fresh, has_failed: true }, true)).toEqual([
      ['bad', 'The database is damaged. Stop the service and restore the newest backup.'],
    ]);
    expect(of({ last_at: fresh, has_failed: true })[0]?.[1]).toContain('The last backup failed.');
    expect(of({ last_at: '2026-11-21T11:59:00Z', has_failed: false })[0]?.[0]).toBe('caution');
    expect(of({ last_at: '2026-11-21T12:01:00Z', has_failed: false })).toEqual([]);
  });

  it('include restarts without a proper stop, and interrupted replies', () => {
    const docs = '/docs/deployment';
    expect(
      problems({ interrupted_replies: 1, host: { is_damaged: false, backup: null, unclean_starts: 2 } }),
    ).toEqual([
      [
        'caution',
        'The service restarted unexpectedly 2 times in the last day, for example after a crash.',
        docs,
      ],
      ['note', '1 reply was interrupted in the last day.', docs],
    ]);
  });

  it('are sorted by urgency', () => {
    const found = problems({
      host: { is_damaged: false, backup: null, unclean_starts: 1 },
      active_vendor: { display_name: 'Demo', is_demo: true, lacks_key: false, last_failure: null },
      mail: { is_failing: true, waiting: 0 },
    });
    expect(found.map(([level]) => level)).toEqual(['bad', 'caution', 'note']);
  });

  it('list notes after failures', () => {
    const found = problems({
      agreed_merges: 1,
      open_bulk_operations: 2,
      used_up_accounts: 3,
      active_vendor: null,
    });
    expect(found.map(([level, text]) => [level, text])).toEqual([
      ['bad', 'No provider is active. Only users with their own key get replies.'],
      ['note', '1 merge has been approved and can be completed.'],
      ['note', '2 bulk operations are not finished.'],
      ['note', '3 accounts have used up their messages for today.'],
    ]);
  });
});
