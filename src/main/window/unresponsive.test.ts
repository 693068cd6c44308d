import { beforeEach, expect, it, vi } from 'vitest';
import { BrowserWindow, recordedCalls, resetElectron } from '../testing/electron.ts';
import { watchResponsiveness } from './unresponsive.ts';

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

function open() {
  const window = new BrowserWindow({});
  const questions: { readonly signal: AbortSignal; readonly answer: (isReload: boolean) => void }[] = [];
  watchResponsiveness(
    window as never,
    (signal) => new Promise((resolve) => void questions.push({ signal, answer: resolve })),
  );
  return { window, questions };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('a page that hangs is ended if the user wants to reload it, and only one question appears', async () => {
  const { window, questions } = open();
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(questions).toHaveLength(1);
  questions[0]!.answer(true);
  await settle();
  expect(recordedCalls.windows[0]!.webContents.crashes).toBe(1);
});

it('a page is not ended if the user wants to wait, and the question may appear again', async () => {
  const { window, questions } = open();
  window.emit('unresponsive');
  questions[0]!.answer(false);
  await settle();
  expect(recordedCalls.windows[0]!.webContents.crashes).toBe(0);
  window.emit('unresponsive');
  expect(questions).toHaveLength(2);
});

it('the question is closed when the page responds again, and a later answer has no effect', async () => {
  const { window, questions } = open();
  window.emit('unresponsive');
  window.emit('responsive');
  expect(questions[0]!.signal.aborted).toBe(true);
  questions[0]!.answer(true);
  await settle();
  expect(recordedCalls.windows[0]!.webContents.crashes).toBe(0);
});
