import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetUnsent, hasStoredDrafts, storedDraftsOf } from '../../lib/unsent.ts';
import { chatLimits } from './constants.ts';
import { Drafts } from './drafts.ts';

describe('drafts', () => {
  it('are kept per chat and removed when empty', () => {
    const drafts = new Drafts();
    drafts.set('one', 'first');
    drafts.set('two', 'second');
    drafts.set('one', '');
    expect([drafts.get('one'), drafts.get('two'), drafts.get('three')]).toEqual(['', 'second', '']);
  });

  it('restore unsent text and keep text that was typed in the meantime', () => {
    const drafts = new Drafts();
    drafts.restore('one', 'refused');
    expect(drafts.get('one')).toBe('refused');
    drafts.set('two', 'begun since');
    drafts.restore('two', 'refused');
    expect(drafts.get('two')).toBe('refused\n\nbegun since');
  });

  it('notify their listeners until they unsubscribe', () => {
    const drafts = new Drafts();
    let changes = 0;
    const leave = drafts.subscribe(() => (changes += 1));
    drafts.set('one', 'a');
    leave();
    drafts.set('one', 'b');
    expect(changes).toBe(1);
  });

  it('can be restored once after they were cleared, but only into an empty input', () => {
    const drafts = new Drafts();
    drafts.set('one', 'cleared');
    drafts.clear('one');
    expect(drafts.get('one')).toBe('');
    drafts.set('one', 'typed since');
    expect(drafts.restoreCleared('one')).toBe(false);
    drafts.set('one', '');
    expect([drafts.restoreCleared('two'), drafts.restoreCleared('one'), drafts.get('one')]).toEqual([
      false,
      true,
      'cleared',
    ]);
    drafts.set('one', '');
    expect(drafts.restoreCleared('one')).toBe(false);
  });

  it("can't be restored after they were sent", () => {
    const drafts = new Drafts();
    drafts.set('one', 'cleared');
    drafts.clear('one');
    drafts.set('one', 'sent');
    expect(drafts.take('one')).toBe('sent');
    expect([drafts.get('one'), drafts.restoreCleared('one')]).toEqual(['', false]);
  });

  it('are not saved on the device if they are in memory only', () => {
    const drafts = new Drafts();
    drafts.set('one', 'secret');
    drafts.flush([{ key: 'one', text: 'unstored' }]);
    expect(localStorage).toHaveLength(0);
  });
});

describe('drafts on the device', () => {
  beforeEach(() => void vi.useFakeTimers());
  const draftsOf = (userId: string) => new Drafts(storedDraftsOf(userId));

  it("are saved when typing pauses, and restored at the user's next visit", () => {
    const drafts = draftsOf('ada');
    drafts.set('one', 'half a thou');
    vi.advanceTimersByTime(chatLimits.draftPause - 1);
    drafts.set('one', 'half a thought');
    vi.advanceTimersByTime(chatLimits.draftPause - 1);
    expect(draftsOf('ada').get('one')).toBe('');
    vi.advanceTimersByTime(1);
    expect([draftsOf('ada').get('one'), draftsOf('ada').get('two'), draftsOf('bob').get('one')]).toEqual([
      'half a thought',
      '',
      '',
    ]);
  });

  it('are saved immediately when the page closes, together with sent text that is not stored yet', () => {
    const drafts = draftsOf('ada');
    drafts.set('one', 'begun');
    drafts.set('two', 'begun too');
    drafts.flush([{ key: 'two', text: 'on its way' }]);
    const next = draftsOf('ada');
    expect([next.get('one'), next.get('two')]).toEqual(['begun', 'on its way\n\nbegun too']);
    // The browser fires this event when it restores a page.
    drafts.flush();
    expect([drafts.get('two'), draftsOf('ada').get('two')]).toEqual(['begun too', 'begun too']);
  });

  it('survive an expired session, and are deleted only explicitly', () => {
    const drafts = draftsOf('ada');
    drafts.set('one', 'kept');
    drafts.dispose();
    draftsOf('bob').get('one');
    expect([hasStoredDrafts('ada'), hasStoredDrafts('bob'), hasStoredDrafts('ad')]).toEqual([
      true,
      false,
      false,
    ]);
    forgetUnsent('bob');
    expect(draftsOf('ada').get('one')).toBe('kept');
    forgetUnsent('ada');
    expect([draftsOf('ada').get('one'), hasStoredDrafts('ada')]).toEqual(['', false]);
  });

  it('are deleted when they are sent', () => {
    const drafts = draftsOf('ada');
    drafts.set('one', 'sent');
    drafts.flush();
    drafts.take('one');
    drafts.flush();
    expect(localStorage).toHaveLength(0);
  });

  it('show changes of another window until they are edited here', () => {
    const drafts = draftsOf('ada');
    let changes = 0;
    drafts.subscribe(() => (changes += 1));
    expect(drafts.get('one')).toBe('');
    const change = (oldValue: string | null, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'clover-draft:ada:one', oldValue, newValue }));
    change(null, 'from there');
    expect([drafts.get('one'), changes]).toEqual(['from there', 1]);
    drafts.set('one', 'from here');
    change('from there', null);
    expect(drafts.get('one')).toBe('from here');
    drafts.dispose();
    change('from here', 'too late');
    expect(drafts.get('one')).toBe('from here');
  });

  it('stay in memory if the device has no space left', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const drafts = draftsOf('ada');
    drafts.set('one', 'x');
    vi.runAllTimers();
    expect(drafts.get('one')).toBe('x');
    vi.restoreAllMocks();
  });
});

it('creates a new refusal if a text is refused again, so that the reason is shown again', () => {
  const drafts = new Drafts();
  drafts.refuse('chat', '', 'No messages left');
  const first = drafts.refusalOf('chat');
  drafts.refuse('chat', '', 'No messages left');
  expect(drafts.refusalOf('chat')).toEqual({ reason: 'No messages left', count: 2 });
  expect(drafts.refusalOf('chat')).not.toBe(first);
});
