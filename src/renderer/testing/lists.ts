import { onTestFinished, vi } from 'vitest';

/** Sets a height, because jsdom has no layout and virtual lists render only rows that fit. */
export function setListHeight(): void {
  const spies = [
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600),
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
}
