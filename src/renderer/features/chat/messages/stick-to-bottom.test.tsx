import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { BranchMessage } from './branch-switch.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

const view = 400;

const reply = (id: string, versions?: readonly string[]): BranchMessage => ({
  id,
  role: 'assistant',
  ...(versions && { versions }),
});

function List({ messages }: { readonly messages: readonly BranchMessage[] }) {
  const { scroller, content, onScroll } = useStickToBottom({ chatId: 'chat', messages });
  return (
    <div ref={scroller} data-testid="list" onScroll={onScroll}>
      <div ref={content} />
    </div>
  );
}

afterEach(() => void vi.restoreAllMocks());

it.each([
  [0, true],
  [100, true],
  [101, false],
  [300, false],
])('a new message is followed from %i px above the bottom: %s [CHAT-058]', (above, isFollowed) => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(view);
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1_000);
  const { getByTestId, rerender } = render(<List messages={[reply('first')]} />);
  const list = getByTestId('list');
  list.scrollTop = 1_000 - view - above;
  act(() => void list.dispatchEvent(new Event('scroll', { bubbles: true })));
  const before = list.scrollTop;
  height.mockReturnValue(1_200);
  rerender(<List messages={[reply('first'), reply('second')]} />);
  expect(list.scrollTop).toBe(isFollowed ? 1_200 : before);
});

it('another version that existed before leaves the view in place, and a new one is followed', () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(view);
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1_000);
  const own = (id: string, versions: readonly string[]): BranchMessage => ({ id, role: 'user', versions });
  const { getByTestId, rerender } = render(<List messages={[own('b', ['a', 'b']), reply('to b')]} />);
  const list = getByTestId('list');
  expect(list.scrollTop).toBe(1_000);
  height.mockReturnValue(2_000);
  rerender(<List messages={[own('a', ['a', 'b']), reply('to a'), own('last', ['last'])]} />);
  expect(list.scrollTop).toBe(1_000);
  rerender(<List messages={[own('c', ['a', 'b', 'c'])]} />);
  expect(list.scrollTop).toBe(2_000);
});

it('messages of another version that load later leave the view in place', () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(view);
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(view);
  const stored = (id: string, role: BranchMessage['role'] = 'assistant', versions = [id]): BranchMessage => ({
    id,
    role,
    versions,
    chatId: 'chat',
  });
  const first = stored('a', 'user', ['a', 'b']);
  const { getByTestId, rerender } = render(
    <List messages={[stored('b', 'user', ['a', 'b']), stored('to b')]} />,
  );
  const list = getByTestId('list');
  list.scrollTop = 0;
  rerender(<List messages={[first, stored('to a')]} />);
  height.mockReturnValue(2_000);
  rerender(<List messages={[first, stored('to a'), stored('next', 'user')]} />);
  rerender(<List messages={[first, stored('to a'), stored('next', 'user'), stored('to next')]} />);
  expect(list.scrollTop).toBe(0);
  rerender(<List messages={[first, stored('to a'), { id: 'own', role: 'user' }]} />);
  expect(list.scrollTop).toBe(2_000);
});
