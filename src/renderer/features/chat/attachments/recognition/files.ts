import type { RecognizerFiles } from '../../../../../shared/recognizer.ts';

/** Set by src/renderer/vite.recognizer.ts. */
declare const __RECOGNIZER__: RecognizerFiles | null;

/** Null if this build has no text recognizer. */
export const recognizerFiles: RecognizerFiles | null = __RECOGNIZER__;
