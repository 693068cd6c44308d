import { createDeviceChoice } from '../../../lib/device-choice.ts';

/** How fast replies are read aloud on this device. */
export const speechRate = createDeviceChoice('clover-speech-rate', ['0.75', '1', '1.25', '1.5', '2'], '1');
