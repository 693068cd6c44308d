import { describe, expect, it } from 'vitest';
import {
  lastPlace,
  maxArrangements,
  placeOnDisplays,
  windowPlaceSchema,
  withPlace,
  type WindowPlaces,
} from './bounds.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };
const place = { x: 1500, y: 100, width: 1000, height: 700, isMaximized: false };

describe('the position of the window', () => {
  it('is restored, even on a second display', () => {
    expect(placeOnDisplays(place, [laptop, second])).toEqual({ x: 1500, y: 100, width: 1000, height: 700 });
  });

  it.each([
    ['its display was removed', place],
    ['only a sliver of it would be visible', { ...place, x: 1400 }],
    ['its title bar would be above every display', { ...place, x: 10, y: -200 }],
    ['its title bar would be below every display', { ...place, x: 10, y: 890 }],
  ])("is the system's choice if %s", (_case, was) => {
    expect(placeOnDisplays(was, [laptop])).toBeNull();
  });

  it('is no larger than its display', () => {
    expect(placeOnDisplays({ ...place, x: 20, y: 40, width: 4000, height: 3000 }, [laptop])).toEqual({
      x: 20,
      y: 40,
      width: 1440,
      height: 875,
    });
  });

  it.each([
    { ...place, width: 0 },
    { ...place, x: Number.NaN },
    { ...place, y: 1e9 },
    { ...place, isMaximized: 'yes' },
  ])('is ignored if the file contains %o', (value) => {
    expect(windowPlaceSchema.safeParse(value).success).toBe(false);
  });
});

it('positions are kept for the ten arrangements of displays that were used last', () => {
  let places: WindowPlaces = {};
  const arrangement = (width: number) => [{ ...laptop, width }];
  for (let index = 0; index <= maxArrangements; index += 1)
    places = withPlace(places, arrangement(1000 + index), { ...place, x: index });
  expect(Object.keys(places)).toHaveLength(10);
  expect(lastPlace(places, arrangement(1001))?.x).toBe(1);
  // The first position was dropped, so the newest one is used.
  expect(lastPlace(places, arrangement(1000))?.x).toBe(10);
  expect(lastPlace(places, [second, laptop])).toEqual(lastPlace(places, [laptop, second]));
  expect(lastPlace({}, [laptop])).toBeUndefined();
});
