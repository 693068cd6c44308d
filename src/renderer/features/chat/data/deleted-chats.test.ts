import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DeletedChats } from './deleted-chats.ts';

const deleted = (id: string) => ({ chatId: id, title: id, wasOpen: false, restore: async () => {} });

describe('a deleted chat', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it('is kept for 10 s', () => {
    const chats = new DeletedChats();
    const chat = deleted('a');
    chats.add(chat);
    vi.advanceTimersByTime(9_999);
    expect(chats.last()).toBe(chat);
    vi.advanceTimersByTime(1);
    expect(chats.last()).toBeNull();
  });

  it('is replaced by a later one, and offered again when that is restored', () => {
    const chats = new DeletedChats();
    const [first, second] = [deleted('a'), deleted('b')];
    chats.add(first);
    vi.advanceTimersByTime(5_000);
    chats.add(second);
    expect(chats.last()).toBe(second);
    chats.forget(second);
    expect(chats.last()).toBe(first);
    vi.advanceTimersByTime(5_000);
    expect(chats.last()).toBeNull();
  });

  it('is kept longer while the user is about to decide', () => {
    const chats = new DeletedChats();
    const chat = deleted('a');
    chats.add(chat);
    chats.pause(chat);
    vi.advanceTimersByTime(60_000);
    expect(chats.last()).toBe(chat);
    chats.restart(chat);
    vi.advanceTimersByTime(10_000);
    expect(chats.last()).toBeNull();
  });

  it('is forgotten when the user signs out', () => {
    const chats = new DeletedChats();
    chats.add(deleted('a'));
    chats.add(deleted('b'));
    chats.clear();
    expect(chats.last()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
