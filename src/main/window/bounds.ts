import { z } from 'zod';

const pixels = z.int().min(-100_000).max(100_000);

/** Where the window was when it was last seen, in the system's points. */
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

/** So much of the title bar must be on a display that a pointer can take hold of it. */
const hold = { width: 100, height: 40 };

/**
 * Where to open the window: where it was, made to fit. Null where no display shows enough of it to move it, because
 * the one that it was on is gone: then the system chooses.
 *
 * @param areas the displays' areas without the system's own bars
 */
export function placeOnDisplays(place: WindowPlace, areas: readonly Rectangle[]): Rectangle | null {
  const area = areas.find(
    ({ x, y, width, height }) =>
      place.x + place.width >= x + hold.width &&
      place.x <= x + width - hold.width &&
      place.y >= y &&
      place.y <= y + height - hold.height,
  );
  if (!area) return null;
  return {
    x: place.x,
    y: place.y,
    width: Math.min(place.width, area.width),
    height: Math.min(place.height, area.height),
  };
}
