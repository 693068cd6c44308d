import { beforeEach, expect, it } from 'vitest';
import { dialog, recordedCalls, resetElectron } from '../testing/electron.ts';
import { offerMove } from './offer-move.ts';

beforeEach(resetElectron);

it.each([
  ['the folder to copy', 0, ['/data/service'], 0],
  ['the page with the export', 1, [], 1],
  ['nothing if the user cancels', 2, [], 0],
])('moving to another computer opens %s', async (_what, response, shown, exports) => {
  let opened = 0;
  dialog.response = response;
  await offerMove({ folder: '/data/service', openExport: () => void (opened += 1) });
  expect(recordedCalls.shownFiles).toEqual(shown);
  expect(opened).toBe(exports);
  expect(dialog.messages[0]).toMatchObject({ cancelId: 2 });
  expect(dialog.messages[0]?.detail).toContain('/data/service');
});
