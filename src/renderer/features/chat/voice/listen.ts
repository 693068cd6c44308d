import type { Listening } from './listening.ts';
import type { Microphone } from './microphone.ts';
import { recognizeOnDevice } from './recognize-on-device.ts';
import { record } from './record.ts';
import { transcribe } from './transcribe.ts';
import type { VoicePath } from './voice-path.ts';

interface ListenOptions {
  /** Aborts the request that turns a recording into text. */
  readonly signal: AbortSignal;
  /** Called if the device's recognizer ends by itself, for example after a long silence. */
  readonly onEnd: () => void;
  /** Called when a recording was sent, because it may count toward the day's messages. */
  readonly onSent: () => void;
}

/** Starts recognizing or recording speech. Throws VoiceError. */
export function listen(
  microphone: Microphone,
  path: VoicePath,
  { signal, onEnd, onSent }: ListenOptions,
): Listening {
  if (path.kind === 'device') return recognizeOnDevice(microphone, path.language, onEnd);
  return record(microphone, (recording) => transcribe(recording, path, signal).finally(onSent));
}
