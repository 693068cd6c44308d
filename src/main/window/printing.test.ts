import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BrowserWindow, dialog, recorded, resetElectron } from '../testing/electron.ts';
import { printPage, savePageAsPdf } from './printing.ts';

let directory: string;
beforeEach(() => {
  resetElectron();
  directory = mkdtempSync(join(tmpdir(), 'pdf-'));
});
afterEach(() => {
  dialog.answer = { canceled: true, filePath: '' };
  rmSync(directory, { recursive: true });
});
const open = () => new BrowserWindow({}) as never;

it('prints the page of the window, if there is one', () => {
  printPage(null);
  printPage(open());
  expect(recorded.windows[0]!.webContents.prints).toBe(1);
});

it('saves the page as a PDF where the user chooses, named for its title', async () => {
  const path = join(directory, 'chat.pdf');
  dialog.answer = { canceled: false, filePath: path };
  await savePageAsPdf(open());
  expect(readFileSync(path, 'utf8')).toBe('%PDF-');
  expect(dialog.saveDialogs.at(-1)?.defaultPath).toBe('Chat - Clover.pdf');
});

it('saves nothing if the user cancels, and says when the folder refuses', async () => {
  await savePageAsPdf(null);
  await savePageAsPdf(open());
  expect(dialog.errors).toEqual([]);
  dialog.answer = { canceled: false, filePath: join(directory, 'missing', 'chat.pdf') };
  await savePageAsPdf(open());
  expect(dialog.errors).toHaveLength(1);
});
