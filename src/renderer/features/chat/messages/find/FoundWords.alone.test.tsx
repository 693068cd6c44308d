import { render } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';

class FakeHighlight extends Set<Range> {
  priority = 0;
  constructor(...ranges: Range[]) {
    super(ranges);
  }
}

it('marks the found words in the messages, and removes the marks at the end', async () => {
  const highlights = new Map<string, FakeHighlight>();
  vi.stubGlobal('CSS', { ...CSS, highlights });
  vi.stubGlobal('Highlight', FakeHighlight);
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect');
  });
  const { FoundWords } = await import('./FoundWords.tsx');
  const list = document.createElement('div');
  list.innerHTML =
    '<div data-message="a"><div data-markdown><p>Sow peas</p></div></div>' +
    '<div data-message="b"><div data-markdown><p>Peas and <b>be</b>ans</p></div></div>';
  const marked = (name: string) => Array.from(highlights.get(name) ?? [], String);
  const view = {
    scroller: { current: list },
    content: { current: list },
    render: () => {},
    stopFollowing: () => {},
    onPlaced: () => {},
  };
  const { unmount } = render(<FoundWords view={view} messageId="b" words={['beans', 'peas']} />);
  expect(marked('clover-found')).toEqual(['peas', 'Peas', 'beans']);
  expect(marked('clover-found-current')).toEqual(['Peas']);
  unmount();
  expect(highlights.size).toBe(0);
});
