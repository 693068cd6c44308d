import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useStickToBottom } from './use-stick-to-bottom.ts';

const view = 400;

/** A list that is 1,000 px high and of which 400 px are in view; each new message makes it 200 px higher. */
function List({ count }: { readonly count: number }) {
  const { scroller, content, onScroll } = useStickToBottom({
    chatId: 'chat',
    lastId: String(count),
    isLastOwn: false,
  });
  const measured = (element: HTMLDivElement | null) => {
    if (!element) return;
    Object.defineProperty(element, 'clientHeight', { configurable: true, value: view });
    Object.defineProperty(element, 'scrollHeight', { configurable: true, value: 1_000 + 200 * count });
    scroller.current = element;
  };
  return (
    <div ref={measured} data-testid="list" onScroll={onScroll}>
      <div ref={content} />
    </div>
  );
}

it.each([
  [0, true],
  [100, true],
  [101, false],
  [300, false],
])('a new message is followed from %i px above the bottom: %s [CHAT-058]', (above, isFollowed) => {
  const { getByTestId, rerender } = render(<List count={0} />);
  const list = getByTestId('list');
  list.scrollTop = 1_000 - view - above;
  act(() => void list.dispatchEvent(new Event('scroll', { bubbles: true })));
  const before = list.scrollTop;
  rerender(<List count={1} />);
  expect(list.scrollTop).toBe(isFollowed ? 1_200 : before);
});
