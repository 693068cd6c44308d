import { afterEach, expect, it } from 'vitest';
import earlyScript from '../public/before-paint.js?raw';
import { appearance, followAppearance } from './appearance.ts';

const root = document.documentElement;
const shown = () => ({
  density: root.getAttribute('data-density'),
  textSize: root.getAttribute('data-text-size'),
  codeTheme: root.getAttribute('data-code-theme'),
});

afterEach(() => {
  localStorage.clear();
  for (const name of ['density', 'text-size', 'code-theme']) root.removeAttribute(`data-${name}`);
});

it('applies a choice immediately, and follows other windows', () => {
  const stop = followAppearance();
  expect(shown()).toEqual({ density: 'comfortable', textSize: 'medium', codeTheme: 'clover' });
  appearance.density.set('compact');
  expect(shown().density).toBe('compact');
  localStorage.setItem('clover-text-size', 'large');
  window.dispatchEvent(new StorageEvent('storage', { key: 'clover-text-size' }));
  expect(shown().textSize).toBe('large');
  stop();
});

it('ignores an unknown value', () => {
  localStorage.setItem('clover-code-theme', 'neon');
  expect(appearance.codeTheme.get()).toBe('clover');
});

it('is applied before the first paint', () => {
  localStorage.setItem('clover-density', 'compact');
  localStorage.setItem('clover-text-size', 'small');
  // oxlint-disable-next-line typescript/no-implied-eval -- the page runs this file before any module
  new Function(earlyScript)();
  expect(shown()).toEqual({ density: 'compact', textSize: 'small', codeTheme: null });
});
