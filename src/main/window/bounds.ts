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

/** The window's last position on each arrangement of displays, the most recent last. */
export const windowPlacesSchema = z.record(z.string(), windowPlaceSchema);
export type WindowPlaces = z.infer<typeof windowPlacesSchema>;

/** Limits the size of the settings file for users who connect many different displays. */
export const maxArrangements = 10;

const arrangementOf = (areas: readonly Rectangle[]): string =>
  areas
    .map(({ x, y, width, height }) => `${x},${y} ${width}x${height}`)
    .toSorted()
    .join('; ');

/** Returns the last position on these displays, or the newest one if the window was never closed on them. */
export const lastPlace = (places: WindowPlaces, areas: readonly Rectangle[]): WindowPlace | undefined =>
  places[arrangementOf(areas)] ?? Object.values(places).at(-1);

export function withPlace(
  places: WindowPlaces,
  areas: readonly Rectangle[],
  place: WindowPlace,
): WindowPlaces {
  const arrangement = arrangementOf(areas);
  const otherPlaces = Object.entries(places).filter(([key]) => key !== arrangement);
  return Object.fromEntries([...otherPlaces, [arrangement, place] as const].slice(-maxArrangements));
}

/** At least this much of the title bar must be visible, so that the user can drag the window. */
const minVisibleTitleBar = { width: 100, height: 40 };

/**
 * Returns the bounds for the window: its last position, adjusted to fit. Null if too little of it would be visible,
 * e.g. because its display was removed; the system then chooses.
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
