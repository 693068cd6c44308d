import { z } from 'zod';

const pixels = z.int().min(-100_000).max(100_000);

/** The window's last position, in the system's points. */
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

/** This much of the title bar must be on a display, so that the user can drag it. */
const grip = { width: 100, height: 40 };

/**
 * Where to open the window: its last position, made to fit. Null if no display shows enough of it to move it, because its
 * display was removed: then the system chooses.
 *
 * @param areas the displays' areas without the system's bars
 */
export function placeOnDisplays(place: WindowPlace, areas: readonly Rectangle[]): Rectangle | null {
  const area = areas.find(
    ({ x, y, width, height }) =>
      place.x + place.width >= x + grip.width &&
      place.x <= x + width - grip.width &&
      place.y >= y &&
      place.y <= y + height - grip.height,
  );
  if (!area) return null;
  return {
    x: place.x,
    y: place.y,
    width: Math.min(place.width, area.width),
    height: Math.min(place.height, area.height),
  };
}
