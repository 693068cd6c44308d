import { createDeviceChoice } from './device-choice.ts';
import { storageKeys } from './storage.ts';

/** The app looks for models on this computer only if the user allows it. */
export const localModelsChoice = createDeviceChoice(storageKeys.localModels, ['off', 'on'], 'off');
