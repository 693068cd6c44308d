import { z } from 'zod';

const pixels = z.int().min(-100_000).max(100_000);

/** The window's last position, in the system's logical pixels. */
export const windowPlaceSchema = z.object({
  x: pixels,
  y: pixels,
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  isMaximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** At least this much of the title bar must be visible, so that the user can drag the window. */
const minVisibleTitleBar = { width: 100, height: 40 };

/**
 * The bounds for the window: its last position, adjusted to fit. Null if too little of it would be visible, e.g.
 * because its display was removed; the system then chooses.
 * @param areas the displays without the system's bars
 */
export function placeOnDisplays(place: WindowPlace, areas: readonly Rectangle[]): Rectangle | null {
  const area = areas.find(
    ({ x, y, width, height }) =>
      place.x + place.width >= x + minVisibleTitleBar.width &&
      place.x <= x + width - minVisibleTitleBar.width &&
      place.y >= y &&
      place.y <= y + height - minVisibleTitleBar.height,
  );
  if (!area) return null;
  return {
    x: place.x,
    y: place.y,
    width: Math.min(place.width, area.width),
    height: Math.min(place.height, area.height),
  };
}
