import { beforeEach, expect, it, vi } from 'vitest';
import { app, dialog, powerMonitor, recordedCalls, resetElectron } from '../testing/electron.ts';
import { confirmQuit } from './quit.ts';

const onStay = vi.fn<() => void>();
const [wait, now, stay] = [0, 1, 2];
let isBusy: boolean;
let idle: PromiseWithResolvers<void>;

beforeEach(() => {
  resetElectron();
  onStay.mockReset();
  isBusy = true;
  idle = Promise.withResolvers();
  confirmQuit({ isBusy: () => isBusy, idle: () => idle.promise }, onStay);
});

function quits(): boolean {
  const preventDefault = vi.fn<() => void>();
  app.emit('before-quit', { preventDefault });
  return preventDefault.mock.calls.length === 0;
}

it('quits without a question if no reply is being written', () => {
  isBusy = false;
  expect(quits()).toBe(true);
  expect(dialog.messages).toEqual([]);
});

it('stays open if the user cancels, and asks again at the next time', async () => {
  dialog.response = stay!;
  expect(quits()).toBe(false);
  await vi.waitFor(() => expect(onStay).toHaveBeenCalledOnce());
  expect(dialog.messages).toMatchObject([{ message: 'A reply is still being written.', cancelId: stay }]);
  expect(recordedCalls.ends).toEqual([]);
  expect(quits()).toBe(false);
  expect(dialog.messages).toHaveLength(2);
});

it('quits now if the user decides so', async () => {
  dialog.response = now!;
  expect(quits()).toBe(false);
  await vi.waitFor(() => expect(recordedCalls.ends).toEqual(['quit']));
  expect(onStay).not.toHaveBeenCalled();
});

it('quits when the reply has ended, and asks only once until then', async () => {
  dialog.response = wait!;
  expect(quits()).toBe(false);
  expect(quits()).toBe(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(recordedCalls.ends).toEqual([]);
  idle.resolve();
  await vi.waitFor(() => expect(recordedCalls.ends).toEqual(['quit']));
  expect(dialog.messages).toHaveLength(1);
});

it('quits without a question when the computer shuts down, and once the app is ending', () => {
  app.emit('will-quit');
  expect(quits()).toBe(true);
  resetElectron();
  confirmQuit({ isBusy: () => true, idle: () => idle.promise }, onStay);
  powerMonitor.emit('shutdown');
  expect(quits()).toBe(true);
  expect(dialog.messages).toEqual([]);
});
