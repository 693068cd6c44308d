import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BrowserWindow, dialog, recordedCalls, resetElectron } from '../testing/electron.ts';
import { printPage, savePageAsPdf } from './printing.ts';

let directory: string;
beforeEach(() => {
  resetElectron();
  directory = mkdtempSync(join(tmpdir(), 'pdf-'));
});
afterEach(() => {
  dialog.answer = { canceled: true, filePath: '' };
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});
const open = (alwaysOnTop = false) => new BrowserWindow({ alwaysOnTop }) as never;

it('prints the page of the window, if there is one', () => {
  printPage(null);
  printPage(open());
  expect(recordedCalls.windows[0]!.webContents.prints).toBe(1);
});

it('saves the page as a PDF with its title as the name, where the user chooses', async () => {
  const path = join(directory, 'chat.pdf');
  dialog.answer = { canceled: false, filePath: path };
  await savePageAsPdf(open());
  expect(readFileSync(path, 'utf8')).toBe('%PDF-');
  expect(dialog.saveDialogs.at(-1)?.defaultPath).toBe('Chat - Clover.pdf');
});

it('saves nothing if the user cancels, and reports a folder that cannot be written', async () => {
  await savePageAsPdf(null);
  await savePageAsPdf(open());
  expect(dialog.errors).toEqual([]);
  dialog.answer = { canceled: false, filePath: join(directory, 'missing', 'chat.pdf') };
  await savePageAsPdf(open());
  expect(dialog.errors).toHaveLength(1);
});

it('reports an error if the system shows no dialog', async () => {
  vi.spyOn(dialog, 'showSaveDialog').mockRejectedValue(new Error('no dialog'));
  await savePageAsPdf(open());
  expect(dialog.errors).toEqual(["Couldn't save the PDF. Try again, or choose another folder."]);
});

it('attaches the dialog to the window, but not to quick ask, which hides while the dialog is open', async () => {
  await savePageAsPdf(open());
  expect(dialog.parent).toBe(recordedCalls.windows[0]);
  await savePageAsPdf(open(true));
  expect(dialog.parent).toBeNull();
});
