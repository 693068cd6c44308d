import { expect, it, vi } from 'vitest';
import { UnreadChats } from './unread.ts';

it('marks a chat whose reply arrives while another one is open, until it is opened', () => {
  const unread = new UnreadChats();
  const hide = unread.show('open');
  unread.mark('open');
  unread.mark('other');
  expect([...unread.all()]).toEqual(['other']);
  hide();
  unread.show('other');
  expect([...unread.all()]).toEqual([]);
});

it('marks a chat that was closed before its reply arrived, and notifies listeners', () => {
  const unread = new UnreadChats();
  const listener = vi.fn<() => void>();
  unread.subscribe(listener);
  unread.show('open')();
  unread.mark('open');
  unread.mark('open');
  expect([...unread.all()]).toEqual(['open']);
  expect(listener).toHaveBeenCalledTimes(1);
});
