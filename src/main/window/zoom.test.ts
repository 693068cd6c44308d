import { expect, it } from 'vitest';
import { FakeContents } from '../testing/electron.ts';
import { createZoom } from './zoom.ts';

const open = (level: number) => {
  const saved = { level };
  const zoom = createZoom({ read: () => saved.level, write: (next) => void (saved.level = next) });
  const contents = new FakeContents();
  zoom.follow(contents.asElectron());
  return { saved, zoom, contents };
};

it('a page has the saved zoom from its first paint', () => {
  const { contents } = open(1.5);
  contents.emit('dom-ready');
  expect(contents.zoomLevel).toBe(1.5);
});

it('each zoom step is applied and saved, and can be reset', () => {
  const { saved, zoom, contents } = open(0);
  zoom.change(1);
  contents.emit('zoom-changed', {}, 'in');
  expect([saved.level, contents.zoomLevel]).toEqual([1, 1]);
  contents.emit('zoom-changed', {}, 'out');
  zoom.change(-1);
  zoom.change(-1);
  expect([saved.level, contents.zoomLevel]).toEqual([-0.5, -0.5]);
  zoom.change(0);
  expect([saved.level, contents.zoomLevel]).toEqual([0, 0]);
});

it('zoom is the same in all windows', () => {
  const { zoom, contents } = open(0);
  const second = new FakeContents();
  zoom.follow(second.asElectron());
  zoom.change(1);
  expect([contents.zoomLevel, second.zoomLevel]).toEqual([0.5, 0.5]);
});

it('zoom stops before the page becomes unusable', () => {
  const { saved, zoom } = open(0);
  for (let press = 0; press < 30; press += 1) zoom.change(1);
  expect(saved.level).toBe(5);
  for (let press = 0; press < 30; press += 1) zoom.change(-1);
  expect(saved.level).toBe(-4);
});
