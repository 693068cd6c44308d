import { afterEach, beforeEach, expect, it } from 'vitest';
import { runsWithoutSandbox } from './sandbox.ts';
import { app, resetElectron } from './testing/electron.ts';

beforeEach(resetElectron);
afterEach(() => void (app.isPackaged = false));

it('an installed app refuses to run without the sandbox, but a development build in tests may', () => {
  app.switches.add('no-sandbox');
  expect(runsWithoutSandbox()).toBe(false);
  app.isPackaged = true;
  expect(runsWithoutSandbox()).toBe(true);
  app.switches.clear();
  expect(runsWithoutSandbox()).toBe(false);
});
