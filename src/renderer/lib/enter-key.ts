import { createDeviceChoice, useDeviceChoice } from './device-choice.ts';
import { storageKeys } from './storage.ts';

/** What Enter does in the message input. With `newline`, Ctrl+Enter or Cmd+Enter sends. */
export const enterKeys = ['send', 'newline'] as const;
export type EnterKey = (typeof enterKeys)[number];

export const enterKey = createDeviceChoice(storageKeys.enterKey, enterKeys, 'send');

export const useEnterKey = (): EnterKey => useDeviceChoice(enterKey);
