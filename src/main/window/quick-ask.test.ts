import { beforeEach, expect, it, vi } from 'vitest';
import { recordedCalls, resetElectron, screen } from '../testing/electron.ts';
import { placeQuickAsk } from './quick-ask-place.ts';
import { createQuickAskWindow } from './quick-ask.ts';

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

const open = (platform: NodeJS.Platform = 'linux') => createQuickAskWindow('/app/preload.cjs', platform);

it('is created when first needed, sandboxed like the main window, and then only shown and hidden', () => {
  const window = open();
  expect(recordedCalls.windows).toEqual([]);
  window.toggle();
  const [made] = recordedCalls.windows;
  expect(made!.loaded).toEqual(['app://clover/quick-ask']);
  expect(made!.options).toMatchObject({ frame: false, alwaysOnTop: true, show: false });
  expect(made!.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
  made!.emit('ready-to-show');
  window.toggle();
  window.toggle();
  made!.emit('blur');
  expect(made!.calls).toEqual(['show', 'focus', 'hide', 'show', 'focus', 'hide']);
  expect(recordedCalls.windows).toHaveLength(1);
});

it('is shown on the display where the user works, each time', () => {
  const window = open();
  window.toggle();
  const [made] = recordedCalls.windows;
  made!.emit('ready-to-show');
  expect(made!.bounds).toEqual({ x: 620, y: 216, width: 680, height: 560 });
  window.toggle();
  screen.active = { x: 1920, y: 0, width: 1024, height: 600 };
  window.toggle();
  expect(made!.bounds).toEqual({ x: 2092, y: 40, width: 680, height: 560 });
});

it('is restored before it is moved, because Windows would restore it on its old display', () => {
  const window = open('win32');
  window.toggle();
  const [made] = recordedCalls.windows;
  made!.emit('ready-to-show');
  window.toggle();
  const restore = vi.spyOn(made!, 'restore');
  const move = vi.spyOn(made!, 'setBounds');
  window.toggle();
  expect(restore).toHaveBeenCalledBefore(move);
});

it('never exceeds a small display', () => {
  expect(placeQuickAsk({ x: 10, y: 20, width: 400, height: 300 })).toEqual({
    x: 10,
    y: 20,
    width: 400,
    height: 300,
  });
});

it('returns the focus to the program that had it, not to the main window', () => {
  const onWindows = open('win32');
  onWindows.toggle();
  recordedCalls.windows[0]!.emit('ready-to-show');
  onWindows.hide();
  expect(recordedCalls.windows[0]!.calls).toEqual(['show', 'focus', 'minimize', 'hide']);
  onWindows.toggle();
  expect(recordedCalls.windows[0]!.calls.slice(4)).toEqual(['restore', 'show', 'focus']);
  open('darwin').toggle();
  expect(recordedCalls.windows[1]!.options.type).toBe('panel');
});

it('keeps its chat when it loses the focus, and starts a new one after it was closed', () => {
  const window = open();
  window.hide();
  window.toggle();
  const [made] = recordedCalls.windows;
  made!.emit('ready-to-show');
  made!.emit('blur');
  expect(made!.webContents.sent).toEqual([]);
  window.toggle();
  window.hide();
  expect(made!.webContents.sent).toMatchObject([{ payload: { kind: 'press', command: 'newChat' } }]);
});

it('closes with the main window, and is created again afterwards', () => {
  const window = open();
  window.toggle();
  window.close();
  expect(recordedCalls.windows[0]!.isGone).toBe(true);
  window.toggle();
  expect(recordedCalls.windows).toHaveLength(2);
});

it('hides when its page crashes, and reloads the page when it is shown again', () => {
  const window = open();
  window.toggle();
  const [made] = recordedCalls.windows;
  made!.emit('ready-to-show');
  made!.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  expect(made!.isShown).toBe(false);
  window.toggle();
  expect(made!.isShown).toBe(true);
  expect(made!.loaded).toEqual(['app://clover/quick-ask', 'app://clover/quick-ask']);
});

it('has a page from its creation until it crashes or closes', () => {
  const window = open();
  expect(window.hasPage()).toBe(false);
  window.toggle();
  expect(window.hasPage()).toBe(true);
  recordedCalls.windows[0]!.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  expect(window.hasPage()).toBe(false);
  window.toggle();
  expect(window.hasPage()).toBe(true);
  window.close();
  expect(window.hasPage()).toBe(false);
});

it('ends a page that hangs, so that the next question gets a new page', () => {
  open().toggle();
  const [made] = recordedCalls.windows;
  made!.emit('unresponsive');
  expect(made!.webContents.crashes).toBe(1);
  expect(vi.mocked(process.stderr.write).mock.calls.join()).toContain('quick-ask.unresponsive');
});
