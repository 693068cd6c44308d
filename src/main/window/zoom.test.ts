import { expect, it } from 'vitest';
import { FakeContents } from '../testing/electron.ts';
import { createZoom } from './zoom.ts';

const open = (level: number) => {
  const kept = { level };
  const zoom = createZoom({ read: () => kept.level, write: (next) => void (kept.level = next) });
  const contents = new FakeContents();
  zoom.follow(contents.asElectron());
  return { kept, zoom, contents };
};

it('a page is shown at the kept size from its first content on', () => {
  const { contents } = open(1.5);
  contents.emit('dom-ready');
  expect(contents.zoomLevel).toBe(1.5);
});

it('each step is shown and kept, by key and by wheel, and the page’s own size comes back', () => {
  const { kept, zoom, contents } = open(0);
  zoom.change(1);
  contents.emit('zoom-changed', {}, 'in');
  expect([kept.level, contents.zoomLevel]).toEqual([1, 1]);
  contents.emit('zoom-changed', {}, 'out');
  zoom.change(-1);
  zoom.change(-1);
  expect([kept.level, contents.zoomLevel]).toEqual([-0.5, -0.5]);
  zoom.change(0);
  expect([kept.level, contents.zoomLevel]).toEqual([0, 0]);
});

it('ends where the page could not be used any more', () => {
  const { kept, zoom } = open(0);
  for (let press = 0; press < 30; press += 1) zoom.change(1);
  expect(kept.level).toBe(5);
  for (let press = 0; press < 30; press += 1) zoom.change(-1);
  expect(kept.level).toBe(-4);
});
