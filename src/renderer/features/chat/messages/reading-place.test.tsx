import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeStored } from '../../../lib/storage.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { readingKey, readPlace, writePlace } from './reading-place.ts';

const userId = fakeSession().user.id;
const chatId = '11111111-1111-4111-8111-111111111111';
const address = `/chat?id=${chatId}`;
const rowHeight = 200;
const messageId = (n: number) => `${String(n).padStart(8, '0')}-2222-4222-8222-222222222222`;

function withMessages({ chats, messages }: FakeChats): void {
  const at = '2026-11-20T10:00:00Z';
  chats.push({ id: chatId, title: 'Garden plans', created_at: at, updated_at: at });
  const row = {
    chat_id: chatId,
    status: 'complete',
    model_id: null,
    vendor_id: null,
    unavailable_vendor: null,
  };
  for (let n = 1; n <= 10; n += 1)
    messages.push({
      ...row,
      id: messageId(n),
      role: n % 2 ? 'user' : 'assistant',
      content: `Text ${n}`,
      created_at: at,
      seq: n,
    });
}

beforeEach(() => {
  // jsdom has no layout. Simulates rows of 200 px in a list of 600 px.
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(10 * rowHeight);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const number = Number(this.getAttribute('data-message')?.slice(0, 8) ?? 0);
    const list = this.closest('[role="log"]');
    if (number === 0 || !list) return new DOMRect(0, 0, 600, 600);
    return new DOMRect(0, (number - 1) * rowHeight - list.scrollTop, 600, rowHeight);
  });
});
afterEach(() => writeStored(readingKey(userId), null));

const log = () => screen.findByRole('log');

describe('the reading position', () => {
  it('is saved when the user scrolls, and deleted at the end', async () => {
    openChat(address, withMessages);
    const list = await log();
    await screen.findByText('Text 10');
    fireEvent.wheel(list);
    list.scrollTop = 450;
    fireEvent.scroll(list);
    await waitFor(() => expect(readPlace(userId, chatId)).toEqual({ id: messageId(3), offset: 50 }));
    list.scrollTop = 1_400;
    fireEvent.scroll(list);
    await waitFor(() => expect(readPlace(userId, chatId)).toBeNull());
  });

  it('is restored when the chat opens, without a mark or the focus', async () => {
    writePlace(userId, chatId, { id: messageId(3), offset: 50 });
    openChat(address, withMessages);
    const list = await log();
    await waitFor(() => expect(list.scrollTop).toBe(450));
    expect(document.querySelector('[data-marked]')).toBeNull();
    expect(list).not.toContainElement(document.activeElement as HTMLElement);
    expect(readPlace(userId, chatId)).toEqual({ id: messageId(3), offset: 50 });
  });

  it('is not used if the URL links to a message', async () => {
    writePlace(userId, chatId, { id: messageId(3), offset: 50 });
    openChat(`${address}&message=${messageId(5)}`, withMessages);
    await waitFor(() =>
      expect(document.querySelector('[data-marked]')).toHaveAttribute('data-message', messageId(5)),
    );
    expect((await log()).scrollTop).not.toBe(450);
  });

  it('stays when a reply arrives, and the button counts the reply', async () => {
    writePlace(userId, chatId, { id: messageId(3), offset: 50 });
    const { service, client } = openChat(address, withMessages);
    const list = await log();
    await waitFor(() => expect(list.scrollTop).toBe(450));
    fireEvent.scroll(list);
    const [last] = service.messages.slice(-1);
    if (last) service.messages.push({ ...last, id: messageId(11), content: 'Text 11', seq: 11 });
    await act(() => client.invalidateQueries());
    expect(await screen.findByRole('button', { name: 'Scroll to bottom, 1 new message' })).toBeVisible();
    expect(list.scrollTop).toBe(450);
  });

  it('ignores damaged data', () => {
    writeStored(readingKey(userId), '{"a":1');
    expect(readPlace(userId, chatId)).toBeNull();
  });
});
