import { beforeEach, expect, it, vi } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import { invoke, resetElectron } from '../testing/electron.ts';
import { registerFirstStart } from './first-start.ts';

let saved: Settings;
const onEnd = vi.fn<() => void>();
const save = (step: unknown) => invoke(channels.saveFirstStart, [{ step }]);

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onEnd.mockReset();
  saved = settingsSchema.parse({ firstStart: 'choose', zoom: 1 });
  registerFirstStart({ read: () => saved, write: (next) => void (saved = next) }, onEnd);
});

it('each step is saved, forward and back', async () => {
  await save('key');
  expect(saved).toMatchObject({ firstStart: 'key', zoom: 1 });
  await save('choose');
  expect(saved.firstStart).toBe('choose');
  expect(onEnd).not.toHaveBeenCalled();
});

it('finishing removes the saved step', async () => {
  await save(null);
  expect(saved).toMatchObject({ zoom: 1 });
  expect(saved).not.toHaveProperty('firstStart');
  expect(onEnd).toHaveBeenCalledOnce();
});

it('an unknown step is refused', async () => {
  await expect(save('done')).rejects.toThrow('bad-payload');
  expect(saved.firstStart).toBe('choose');
});
