import { createDeviceChoice } from './device-choice.ts';
import { storageKeys } from './storage.ts';

/** Whether the app may look for models on this computer: only after the user has asked for it. */
export const localModelsChoice = createDeviceChoice(storageKeys.localModels, ['off', 'on'], 'off');
