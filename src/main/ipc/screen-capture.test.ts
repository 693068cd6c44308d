import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import {
  desktopCapturer,
  FakeContents,
  invoke,
  Menu,
  resetElectron,
  systemPreferences,
} from '../testing/electron.ts';
import { registerScreenCapture } from './screen-capture.ts';

const source = (id: string, name: string, png = id) =>
  ({
    id,
    name,
    thumbnail: { isEmpty: () => png === '', toPNG: () => Buffer.from(png) },
  }) as Electron.DesktopCapturerSource;

const screenSource = source('screen:1:0', 'Entire screen');
const notes = source('window:7:0', 'Notes & plans');

const offer = (...sources: readonly Electron.DesktopCapturerSource[]) =>
  vi
    .spyOn(desktopCapturer, 'getSources')
    .mockImplementation(async ({ types }) =>
      sources.filter(({ id }) => types.some((type) => id.startsWith(type))),
    );

/** Chooses the entry with this label; null closes the menu. */
function choose(label: string | null) {
  return vi.spyOn(Menu, 'onPopup').mockImplementation((template, { callback }) => {
    // As on macOS, where the menu closes first.
    callback?.();
    const entry = template.find((one) => one.label === label);
    entry?.click?.({} as never, undefined, {} as never);
  });
}

const capture = (contents = new FakeContents()) =>
  invoke(channels.captureScreen, [{ x: 100, y: 600 }], { contents });

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

describe('a screenshot', () => {
  it('is of the window that the user chooses in a system menu, in the size that models use', async () => {
    registerScreenCapture('linux', {});
    const getSources = offer(screenSource, notes);
    const popup = choose('Notes && plans');
    const contents = new FakeContents();
    contents.setZoomLevel(1);
    expect(await capture(contents)).toEqual({ png: new Uint8Array(Buffer.from('window:7:0')) });
    const [template, at] = popup.mock.calls[0]!;
    expect(template.map(({ label, type }) => label ?? type)).toEqual([
      'Entire screen',
      'separator',
      'Notes && plans',
    ]);
    expect(at).toMatchObject({ x: 120, y: 720 });
    // The list needs no images.
    expect(getSources.mock.calls.map(([options]) => options)).toEqual([
      { types: ['screen', 'window'], thumbnailSize: { width: 0, height: 0 } },
      { types: ['window'], thumbnailSize: { width: 1_600, height: 1_600 } },
    ]);
  });

  it('is not taken if the user closes the menu', async () => {
    registerScreenCapture('win32', {});
    const getSources = offer(screenSource, notes);
    choose(null);
    expect(await capture()).toBeNull();
    expect(getSources).toHaveBeenCalledOnce();
  });

  it('numbers several screens', async () => {
    registerScreenCapture('win32', {});
    offer(screenSource, source('screen:2:0', 'Second'));
    choose('Screen 2');
    expect(await capture()).toEqual({ png: new Uint8Array(Buffer.from('screen:2:0')) });
  });

  it('is chosen only once on Wayland, in the dialog of the system', async () => {
    registerScreenCapture('linux', { XDG_SESSION_TYPE: 'wayland' });
    const getSources = offer(screenSource);
    const popup = choose(null);
    expect(await capture()).toEqual({ png: new Uint8Array(Buffer.from('screen:1:0')) });
    expect(getSources).toHaveBeenCalledOnce();
    expect(popup).not.toHaveBeenCalled();
    // Canceling the dialog rejects.
    getSources.mockRejectedValue(new Error('Failed to get sources.'));
    expect(await capture()).toBeNull();
  });

  it('asks for the permission that macOS denies, after macOS had a chance to ask', async () => {
    registerScreenCapture('darwin', {});
    const getSources = offer();
    vi.spyOn(systemPreferences, 'getMediaAccessStatus').mockReturnValue('denied');
    await expect(capture()).rejects.toThrow(/^Clover isn't allowed to capture the screen\. Allow it in/);
    expect(getSources).toHaveBeenCalledOnce();
  });

  it.each([
    ['the system fails', []],
    ['the window has closed', [notes]],
    ['the window has no image', [source('window:7:0', 'Notes & plans', '')]],
  ])('says what to do if %s', async (reason, sources) => {
    registerScreenCapture('linux', {});
    const getSources = offer(...sources);
    vi.spyOn(Menu, 'onPopup').mockImplementation((template) => {
      if (reason === 'the window has closed') getSources.mockResolvedValue([]);
      template.at(-1)?.click?.({} as never, undefined, {} as never);
    });
    await expect(capture()).rejects.toThrow(/^The screenshot couldn't be taken\./);
  });
});
