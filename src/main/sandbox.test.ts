import { afterEach, beforeEach, expect, it } from 'vitest';
import { lacksSandbox } from './sandbox.ts';
import { app, resetElectron } from './testing/electron.ts';

beforeEach(resetElectron);
afterEach(() => void (app.isPackaged = false));

it('an installed app does not run without the sandbox; tests of a development build may', () => {
  app.switches.add('no-sandbox');
  expect(lacksSandbox()).toBe(false);
  app.isPackaged = true;
  expect(lacksSandbox()).toBe(true);
  app.switches.clear();
  expect(lacksSandbox()).toBe(false);
});
