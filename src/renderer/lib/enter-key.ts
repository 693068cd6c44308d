import { createDeviceChoice, useDeviceChoice } from './device-choice.ts';
import { storageKeys } from './storage.ts';

/** With `newline`, Ctrl+Enter or Cmd+Enter sends the message. */
export const enterKeys = ['send', 'newline'] as const;
export type EnterKey = (typeof enterKeys)[number];

export const enterKey = createDeviceChoice(storageKeys.enterKey, enterKeys, 'send');

export const useEnterKey = (): EnterKey => useDeviceChoice(enterKey);
