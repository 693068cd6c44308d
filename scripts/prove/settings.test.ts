import { expect, it } from 'vitest';
import { badFiles, killSettingsWriter, startOnBadFile } from './lib/settings-proof.ts';

// Few rounds, because each one starts a process. `npm run prove -- settings` is the long version.
it('settings that a killed process had saved are complete', { timeout: 60_000 }, async () => {
  const { acknowledged, incomplete, lost, left } = await killSettingsWriter(4);
  expect({ incomplete, lost }).toEqual({ incomplete: 0, lost: 0 });
  expect(acknowledged).toBeGreaterThan(4);
  expect(left.length).toBeLessThanOrEqual(1);
});

it.each(badFiles.filter(({ name }) => name === 'incomplete' || name === 'a folder instead of a file'))(
  'the app starts on a bad settings file ($name), reports it and preserves it',
  { timeout: 30_000 },
  async (bad) => {
    expect(await startOnBadFile(bad)).toBeNull();
  },
);
