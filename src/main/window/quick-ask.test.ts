import { beforeEach, expect, it } from 'vitest';
import { recorded, resetElectron } from '../testing/electron.ts';
import { createQuickAskWindow } from './quick-ask.ts';

beforeEach(resetElectron);

it('is created when first needed, as safe as the main window, and then only shown and hidden', () => {
  const window = createQuickAskWindow('/app/preload.cjs');
  expect(recorded.windows).toEqual([]);
  window.toggle();
  const [made] = recorded.windows;
  expect(made!.loaded).toEqual(['app://clover/quick-ask']);
  expect(made!.options).toMatchObject({ frame: false, alwaysOnTop: true, show: false });
  expect(made!.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
  made!.emit('ready-to-show');
  window.toggle();
  window.toggle();
  made!.emit('blur');
  expect(made!.calls).toEqual(['show', 'hide', 'show', 'focus', 'hide']);
  expect(recorded.windows).toHaveLength(1);
});

it('closes with the main window, and is created again afterwards', () => {
  const window = createQuickAskWindow('/app/preload.cjs');
  window.hide();
  window.close();
  window.toggle();
  window.close();
  expect(recorded.windows[0]!.isGone).toBe(true);
  window.toggle();
  expect(recorded.windows).toHaveLength(2);
});

it('hides when its page crashes, and reloads it when shown again', () => {
  const window = createQuickAskWindow('/app/preload.cjs');
  window.toggle();
  const [made] = recorded.windows;
  made!.emit('ready-to-show');
  made!.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  expect(made!.isShown).toBe(false);
  window.toggle();
  expect(made!.isShown).toBe(true);
  expect(made!.loaded).toEqual(['app://clover/quick-ask', 'app://clover/quick-ask']);
});
