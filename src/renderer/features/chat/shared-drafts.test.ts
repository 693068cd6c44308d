import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelDraftOf } from '../../lib/storage.ts';
import { forgetUnsent, knownDraftsOf, storedDraftsOf } from '../../lib/unsent.ts';
import { Drafts } from './drafts.ts';
import { SharedDrafts } from './shared-drafts.ts';

const user = 'ada';
let stored: Map<string, string>;
let isOnline: boolean;
const requests = {
  list: async () => {
    if (!isOnline) throw new Error('offline');
    return new Map(stored);
  },
  save: async (key: string, text: string) => {
    if (!isOnline) throw new Error('offline');
    if (text === '') stored.delete(key);
    else stored.set(key, text);
  },
};

/** Opens this device's drafts, as after a reload. */
function open() {
  const drafts = new Drafts(storedDraftsOf(user));
  return { drafts, shared: new SharedDrafts(drafts, knownDraftsOf(user), requests) };
}

describe('drafts on several devices', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    stored = new Map();
    isOnline = true;
  });
  afterEach(() => {
    forgetUnsent(user);
  });

  it('are stored when typing pauses, and deleted when they are sent', async () => {
    const { drafts } = open();
    drafts.set('one', 'begun');
    await vi.runAllTimersAsync();
    expect([...stored]).toEqual([['one', 'begun']]);
    drafts.set(modelDraftOf('one'), 'a model stays here');
    await vi.runAllTimersAsync();
    expect([...stored]).toEqual([['one', 'begun']]);
    drafts.take('one');
    await vi.runAllTimersAsync();
    expect([...stored]).toEqual([]);
  });

  it('from another device appear here, stay in sync, and disappear when they are sent on that device', async () => {
    const { drafts, shared } = open();
    stored.set('one', 'begun elsewhere');
    await shared.load();
    expect(drafts.get('one')).toBe('begun elsewhere');
    drafts.set('one', 'begun elsewhere, continued');
    await vi.runAllTimersAsync();
    expect(stored.get('one')).toBe('begun elsewhere, continued');
    stored.clear();
    await shared.load();
    expect(drafts.get('one')).toBe('');
  });

  it('keep both texts if both devices changed the draft, even after a reload', async () => {
    const before = open();
    before.drafts.set('one', 'shared');
    await vi.runAllTimersAsync();
    isOnline = false;
    before.drafts.set('one', 'shared, then here');
    await vi.runAllTimersAsync();
    before.shared.dispose();
    before.drafts.dispose();
    stored.set('one', 'shared, then there');
    isOnline = true;
    const { drafts, shared } = open();
    await shared.load();
    expect(drafts.get('one')).toBe('shared, then there\n\nshared, then here');
    await vi.runAllTimersAsync();
    expect(stored.get('one')).toBe('shared, then there\n\nshared, then here');
  });

  it('are stored at the next load if they were typed while the service was unavailable', async () => {
    const { drafts, shared } = open();
    drafts.set('one', 'known');
    await vi.runAllTimersAsync();
    isOnline = false;
    drafts.set('one', 'known and more');
    await vi.runAllTimersAsync();
    expect(stored.get('one')).toBe('known');
    isOnline = true;
    await shared.load();
    await vi.runAllTimersAsync();
    expect([stored.get('one'), drafts.get('one')]).toEqual(['known and more', 'known and more']);
  });

  it('are not replaced by a response that is older than newly typed text', async () => {
    const { drafts, shared } = open();
    stored.set('one', 'older');
    const loading = shared.load();
    drafts.set('one', 'typed here');
    await loading;
    expect(drafts.get('one')).toBe('older\n\ntyped here');
  });

  it('are deleted from this device at sign-out', async () => {
    const { drafts } = open();
    drafts.set('one', 'begun');
    await vi.runAllTimersAsync();
    expect(knownDraftsOf(user).keys()).toEqual(['one']);
    forgetUnsent(user);
    expect(knownDraftsOf(user).keys()).toEqual([]);
  });
});
