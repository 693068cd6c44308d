import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UndoableChanges } from './undoable-changes.ts';

const chat = (chatId: string) => ({ chatId, title: chatId, wasOpen: false, undo: async () => {} });

function remove(changes: UndoableChanges, chatId: string, actionId = `delete ${chatId}`) {
  changes.add({ actionId, kind: 'deleted' }, chat(chatId));
  return changes.last()!;
}

describe('a deleted chat', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('is kept for 10 s', () => {
    const changes = new UndoableChanges();
    const change = remove(changes, 'a');
    vi.advanceTimersByTime(9_999);
    expect(changes.last()).toBe(change);
    vi.advanceTimersByTime(1);
    expect(changes.last()).toBeNull();
  });

  it('is replaced by a later deletion, and offered again when that one is undone', () => {
    const changes = new UndoableChanges();
    const first = remove(changes, 'a');
    vi.advanceTimersByTime(5_000);
    const second = remove(changes, 'b');
    expect(changes.last()).toBe(second);
    changes.forgetChat('b');
    expect(changes.last()).toBe(first);
    vi.advanceTimersByTime(5_000);
    expect(changes.last()).toBeNull();
  });

  it('is kept longer while the pointer or the focus is on the notice', () => {
    const changes = new UndoableChanges();
    const change = remove(changes, 'a');
    changes.pause(change);
    vi.advanceTimersByTime(60_000);
    expect(changes.last()).toBe(change);
    changes.restart(change);
    vi.advanceTimersByTime(10_000);
    expect(changes.last()).toBeNull();
  });

  it('is undone together with the other chats of the same action, each of which restarts the timer', () => {
    const changes = new UndoableChanges();
    remove(changes, 'a', 'one action');
    vi.advanceTimersByTime(9_000);
    remove(changes, 'b', 'one action');
    vi.advanceTimersByTime(9_000);
    expect(changes.last()?.chats.map(({ chatId }) => chatId)).toEqual(['a', 'b']);
    changes.forgetChat('a');
    expect(changes.last()?.chats.map(({ chatId }) => chatId)).toEqual(['b']);
    vi.advanceTimersByTime(1_000);
    expect(changes.last()).toBeNull();
  });

  it('is dropped when the user signs out', () => {
    const changes = new UndoableChanges();
    remove(changes, 'a');
    remove(changes, 'b');
    changes.clear();
    expect(changes.last()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
