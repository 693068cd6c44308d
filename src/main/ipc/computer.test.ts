import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '../../shared/domain/languages.ts';
import { channels } from '../../shared/ipc/channels.ts';
import { ComputerRefusal, type Computer } from '../computer/computer.ts';
import { SaveError } from '../settings/save-error.ts';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import { invoke, nativeTheme, resetElectron } from '../testing/electron.ts';
import { registerComputer } from './computer.ts';

const state = { ...settingsSchema.parse({}), startAtLogin: false, canStartAtLogin: false };
let saved: Settings;
let writes: number;
let isDiskFull: boolean;
let done: unknown[];
let setLanguage: (language: Language) => Promise<void>;
let change: ReturnType<typeof vi.fn<Computer['change']>>;

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  saved = settingsSchema.parse({});
  writes = 0;
  isDiskFull = false;
  done = [];
  change = vi.fn<Computer['change']>();
  setLanguage = async (language) => void done.push(['language', language]);
  const note = (name: string) => (what?: unknown) => void done.push(what === undefined ? name : [name, what]);
  registerComputer({
    computer: { start: note('start'), read: () => state as never, change },
    settings: {
      read: () => saved,
      write: (next) => {
        if (isDiskFull) throw new SaveError(Object.assign(new Error('/home/me'), { code: 'ENOSPC' }));
        writes += 1;
        saved = next;
      },
    },
    notifyReply: (reply) => void done.push(['notify', reply]),
    setLanguage: (language) => setLanguage(language),
    quickAsk: { hide: note('hide') },
    open: note('open'),
  });
});

describe('a setting of this computer', () => {
  it('that could not be applied is refused with the reason', async () => {
    change.mockImplementationOnce(() => {
      throw new ComputerRefusal('This desktop has no tray.');
    });
    await expect(invoke(channels.changeComputer, [{ closeToTray: true }])).rejects.toThrow(
      'This desktop has no tray.',
    );
    change.mockImplementationOnce(() => {
      throw new SaveError(Object.assign(new Error('/home/me'), { code: 'ENOSPC' }));
    });
    await expect(invoke(channels.changeComputer, [{ closeToTray: true }])).rejects.toThrow(
      'the disk is full',
    );
  });

  it('that fails unexpectedly does not reveal the reason', async () => {
    change.mockImplementationOnce(() => {
      throw new Error('EACCES: /home/me/.config');
    });
    const failure = invoke(channels.changeComputer, [{ startAtLogin: true }]);
    await expect(failure).rejects.toThrow(/^Something went wrong\. Try again\.$/);
  });
});

describe('the colors', () => {
  const choose = (scheme: string) => invoke(channels.setColorScheme, [{ scheme }]);

  it("apply to the window's frame and menus, and are saved when they change", async () => {
    await choose('dark');
    await choose('dark');
    expect(nativeTheme.themeSource).toBe('dark');
    expect(writes).toBe(1);
    await choose('auto');
    expect(nativeTheme.themeSource).toBe('system');
    expect(saved.colorScheme).toBe('auto');
  });

  it('are applied even on a full disk, with an error', async () => {
    isDiskFull = true;
    await expect(choose('dark')).rejects.toThrow('the disk is full');
    expect(nativeTheme.themeSource).toBe('dark');
  });
});

it('the language is applied and saved when it changes', async () => {
  for (const language of ['de', 'de', 'ar'])
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    await invoke(channels.setLanguage, [{ language }]);
  expect(done).toEqual([
    ['language', 'de'],
    ['language', 'ar'],
  ]);
  expect([saved.language, writes]).toEqual(['ar', 2]);
});

it('the last of several languages is saved, even if an earlier one loads more slowly', async () => {
  const german = Promise.withResolvers<void>();
  setLanguage = (language) => (language === 'de' ? german.promise : Promise.resolve());
  const calls = ['de', 'en'].map((language) => invoke(channels.setLanguage, [{ language }]));
  await calls[1];
  german.resolve();
  await calls[0];
  expect(saved.language).toBe('en');
});

it('a quick-ask chat can be opened in the main window', async () => {
  const chatId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
  await invoke(channels.continueInMain, [{ chatId }]);
  await invoke(channels.closeQuickAsk, []);
  expect(done).toEqual(['hide', ['open', `/chat?id=${chatId}`], 'hide']);
  for (const refused of ['../settings', `${chatId}&message=x`, null, 7])
    await expect(invoke(channels.continueInMain, [{ chatId: refused }])).rejects.toThrow(
      'clover:bad-payload',
    );
});

it('a reply is announced with its chat, without its text', async () => {
  const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
  const reply = { userId, chatId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', title: 'Garden' };
  await invoke(channels.notifyReply, [{ ...reply, text: 'private' }]);
  expect(done).toEqual([['notify', reply]]);
});
