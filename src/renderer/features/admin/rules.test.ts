import { describe, expect, it } from 'vitest';
import { settingSchemas } from '../../../shared/admin/settings.ts';
import { moveBy, moveTo } from './order/move.ts';
import { readField, settingGroups } from './settings/setting-fields.ts';
import { compareWithLastWeek, failureShare } from './stats/change.ts';
import { checkRange, lastDays } from './stats/range.ts';
import { checkExpiry, expiryOf } from './users/actions/expiry.ts';

const now = Date.parse('2026-11-21T23:30:00Z');

it('shows every setting that the service knows, each once [ADMIN-015]', () => {
  const shown = Object.values(settingGroups).flat();
  expect([...shown].sort()).toEqual(Object.keys(settingSchemas).sort());
});

it.each([
  ['starter_messages_per_day', '7', { key: 'starter_messages_per_day', value: 7 }],
  ['guest_tokens_per_month', ' ', { key: 'guest_tokens_per_month', value: null }],
  ['guest_cost_per_month', '0.5', { key: 'guest_cost_per_month', value: 0.5 }],
  ['payments_mode', 'off', { key: 'payments_mode', value: 'off' }],
  ['failover', 'true', { key: 'failover', value: true }],
  ['sharing', 'everyone', { key: 'sharing', value: 'everyone' }],
  ['encrypted_history', 'offered', { key: 'encrypted_history', value: 'offered' }],
  ['sharing_without_expiry', 'true', { key: 'sharing_without_expiry', value: true }],
] as const)('reads %s from %j', (key, text, request) => {
  expect(readField(key, text)).toEqual({ ok: true, request });
});

it.each([
  ['starter_messages_per_day', ''],
  ['starter_messages_per_day', '-1'],
  ['starter_messages_per_day', '1e99'],
  ['guest_tokens_per_month', 'many'],
  ['default_system_prompt', '   '],
] as const)('rejects %s with %j', (key, text) => {
  expect(readField(key, text)).toEqual({ ok: false, fault: expect.stringMatching(/\.$/) });
});

describe('reordering a list', () => {
  it.each([
    ['a', 'c', ['b', 'c', 'a']],
    ['c', 'a', ['c', 'a', 'b']],
    ['b', 'b', null],
    ['x', 'a', null],
  ] as const)('moves %s to the position of %s', (key, target, order) => {
    expect(moveTo(['a', 'b', 'c'], key, target)).toEqual(order);
  });

  it('does not move beyond the ends', () => {
    expect(moveBy(['a', 'b'], 'a', -1)).toBeNull();
    expect(moveBy(['a', 'b'], 'b', 1)).toBeNull();
    expect(moveBy(['a', 'b'], 'a', 1)).toEqual(['b', 'a']);
  });
});

describe('the end of a suspension [ADMIN-039]', () => {
  it.each([
    ['hour', '', 3_600_000],
    ['week', '', 7 * 86_400_000],
  ] as const)('is a %s from now', (span, until, length) => {
    expect(expiryOf(span, until, now)?.getTime()).toBe(now + length);
  });

  it.each([
    [expiryOf('until', 'someday', now), /^Enter a date and time/],
    [new Date(now - 1), /at least one minute/],
    [new Date(now + 59_000), /at least one minute/],
    [new Date(now + 11 * 365 * 86_400_000), /at most ten years/],
  ])('is refused: %o', (expiry, fault) => {
    expect(checkExpiry(expiry, now)).toMatch(fault);
  });

  it('accepts any time in between', () => {
    expect(checkExpiry(new Date(now + 61_000), now)).toBeNull();
  });
});

describe('a range of days', () => {
  it('includes today, by UTC', () => {
    expect(lastDays(7, now)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  });

  it.each([
    ['2026-11-21', '2026-11-21', null],
    ['2026-11-21', '2026-11-20', 'reversed'],
    ['2024-11-20', '2026-11-20', null],
    ['2024-01-01', '2026-11-20', 'long'],
    ['', '2026-11-20', 'incomplete'],
  ])('from %j to %j: %s', (from, to, fault) => {
    expect(checkRange({ from, to })).toBe(fault);
  });
});

it('compares with a week ago, without a percentage if the earlier value was 0', () => {
  expect(compareWithLastWeek(3, 2)).toEqual({ direction: 'up', by: 0.5 });
  expect(compareWithLastWeek(3, 0)).toEqual({ direction: 'up', by: null });
  expect(compareWithLastWeek(0, 0)).toEqual({ direction: 'same', by: null });
  expect(failureShare({ requests: 3, failures: 1 })).toBe(0.25);
  expect(failureShare({ requests: 0, failures: 0 })).toBeNull();
});
