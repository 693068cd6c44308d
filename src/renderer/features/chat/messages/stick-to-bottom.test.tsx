import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useStickToBottom } from './use-stick-to-bottom.ts';

const view = 400;

function List({ count }: { readonly count: number }) {
  const { scroller, content, onScroll } = useStickToBottom({
    chatId: 'chat',
    lastId: String(count),
    isLastOwn: false,
  });
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
  const { getByTestId, rerender } = render(<List count={0} />);
  const list = getByTestId('list');
  list.scrollTop = 1_000 - view - above;
  act(() => void list.dispatchEvent(new Event('scroll', { bubbles: true })));
  const before = list.scrollTop;
  height.mockReturnValue(1_200);
  rerender(<List count={1} />);
  expect(list.scrollTop).toBe(isFollowed ? 1_200 : before);
});
