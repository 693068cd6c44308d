import { beforeEach, expect, it, vi } from 'vitest';
import { app, dialog, FakeContents, powerMonitor, resetElectron } from '../testing/electron.ts';
import { confirmUnload } from './unload.ts';

const onStay = vi.fn<() => void>();
const leave = 0;
const stay = 1;

beforeEach(() => {
  resetElectron();
  onStay.mockReset();
  confirmUnload(onStay);
});

/** Closes a page that prevents unloading. */
function closes(): boolean {
  const contents = new FakeContents();
  app.emit('browser-window-created', {}, { webContents: contents });
  const preventDefault = vi.fn<() => void>();
  contents.emit('will-prevent-unload', { preventDefault });
  return preventDefault.mock.calls.length > 0;
}

it('a page with a temporary chat closes if the user agrees', () => {
  dialog.response = leave;
  expect(closes()).toBe(true);
  expect(dialog.messages).toMatchObject([{ message: 'End the temporary chat?', cancelId: stay }]);
  expect(onStay).not.toHaveBeenCalled();
});

it('a page with a temporary chat stays if the user does not agree', () => {
  dialog.response = stay;
  expect(closes()).toBe(false);
  expect(onStay).toHaveBeenCalledOnce();
});

it('a page closes without a question when the computer shuts down', () => {
  dialog.response = stay;
  powerMonitor.emit('shutdown');
  expect(closes()).toBe(true);
  expect(dialog.messages).toEqual([]);
});
