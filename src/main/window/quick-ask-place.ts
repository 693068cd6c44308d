import type { Rectangle } from './bounds.ts';

export const quickAskSize = { width: 680, height: 560 } as const;

/**
 * Returns the position of the quick-ask window on a display: in the upper part, and never beyond the edges.
 * @param area the display without the system's bars
 */
export function placeQuickAsk({ x, y, width, height }: Rectangle): Rectangle {
  const size = {
    width: Math.min(quickAskSize.width, width),
    height: Math.min(quickAskSize.height, height),
  };
  const top = Math.min(Math.round(height / 5), height - size.height);
  return { x: x + Math.round((width - size.width) / 2), y: y + top, ...size };
}
