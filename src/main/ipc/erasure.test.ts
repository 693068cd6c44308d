import { beforeEach, expect, it } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import { dialog, invoke, resetElectron } from '../testing/electron.ts';
import { registerErasure } from './erasure.ts';

let calls: string[];
let isDiskFull: boolean;
const register = (isOwner = true) =>
  registerErasure({
    isOwner,
    request: () => {
      if (isDiskFull) throw Object.assign(new Error(), { code: 'ENOSPC' });
      calls.push('request');
    },
    relaunch: () => calls.push('relaunch'),
  });
const erase = () => invoke(channels.eraseData, []);

beforeEach(() => {
  resetElectron();
  calls = [];
  isDiskFull = false;
});

it('asks in a system dialog that lists the data and how to keep a copy, with Cancel as the default', async () => {
  register();
  dialog.response = 1;
  expect(await erase()).toEqual({ isAgreed: false });
  await new Promise(setImmediate);
  expect(calls).toEqual([]);
  expect(dialog.messages[0]).toMatchObject({
    message: 'Erase all data on this computer?',
    buttons: ['Erase Everything', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  for (const part of [
    'all chats, images and settings',
    'backups',
    'API keys',
    "can't be undone",
    'Download my data',
  ])
    expect(dialog.messages[0]?.detail).toContain(part);
});

it('saves the request, and restarts after the response', async () => {
  register();
  expect(await erase()).toEqual({ isAgreed: true });
  expect(calls).toEqual(['request']);
  await new Promise(setImmediate);
  expect(calls).toEqual(['request', 'relaunch']);
});

it('erases nothing if the data is on another service, or if the request cannot be saved', async () => {
  register(false);
  await expect(erase()).rejects.toThrow('Delete your account there');
  expect(dialog.messages).toEqual([]);
  resetElectron();
  register();
  isDiskFull = true;
  await expect(erase()).rejects.toThrow('nothing was erased');
  await new Promise(setImmediate);
  expect(calls).toEqual([]);
});
