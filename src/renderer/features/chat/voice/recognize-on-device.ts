import type { Microphone } from './microphone.ts';
import type { Listening } from './listening.ts';
import { VoiceError } from './voice-error.ts';

/** Missing in TypeScript's types: https://webaudio.github.io/web-speech-api/ */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(track?: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
}

interface RecognitionEvent {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
}

interface RecognitionClass {
  new (): Recognition;
  available?: (options: { langs: string[]; processLocally: true }) => Promise<string>;
}

function recognitionClass(): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    readonly SpeechRecognition?: RecognitionClass;
    readonly webkitSpeechRecognition?: RecognitionClass;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/**
 * True in Chrome. In other programs with Chromium's engine, the function exists without the service behind it, and
 * calling it crashes the page.
 */
function isChrome(): boolean {
  const { userAgentData } = navigator as {
    readonly userAgentData?: { readonly brands: readonly { brand: string }[] };
  };
  return userAgentData?.brands.some(({ brand }) => brand === 'Google Chrome') ?? false;
}

/**
 * Finds the language in which this browser recognizes speech without sending it anywhere. Null if there is none, or if
 * the browser would have to download data first.
 */
export async function findDeviceLanguage(): Promise<string | null> {
  if (!isChrome()) return null;
  const { language } = navigator;
  const state = await recognitionClass()
    ?.available?.({ langs: [language], processLocally: true })
    .catch(() => null);
  return state === 'available' ? language : null;
}

/**
 * Recognizes speech on this device only. With `processLocally`, the browser must not send it to its maker.
 *
 * @param onEnd called if the recognizer ends by itself, for example after a long silence
 */
export function recognizeOnDevice(
  { stream }: Pick<Microphone, 'stream'>,
  lang: string,
  onEnd: () => void,
): Listening {
  const Recognizer = recognitionClass();
  if (!Recognizer || !('processLocally' in Recognizer.prototype)) throw new VoiceError('failed');
  const recognition = new Recognizer();
  Object.assign(recognition, { lang, continuous: true, interimResults: false, processLocally: true });
  const ended = Promise.withResolvers<void>();
  let pieces: readonly string[] = [];
  recognition.onresult = ({ results }) => {
    pieces = Array.from(results, (result) => (result.isFinal ? (result[0]?.transcript.trim() ?? '') : ''));
  };
  let isStopped = false;
  recognition.onend = () => {
    ended.resolve();
    if (!isStopped) onEnd();
  };
  recognition.onerror = ({ error }) => {
    // Text from before the error is kept. Silence (`no-speech`) is not a failure: the text may be empty.
    const isFailed = error !== 'no-speech' && pieces.every((piece) => piece === '');
    if (isFailed) ended.reject(new VoiceError('failed', error));
    else ended.resolve();
  };
  // `finish` reports the error.
  ended.promise.catch(() => {});
  recognition.start(stream.getAudioTracks()[0]);
  return {
    async finish() {
      isStopped = true;
      recognition.stop();
      await ended.promise;
      return pieces.filter((piece) => piece !== '').join(' ');
    },
    cancel: () => {
      isStopped = true;
      recognition.abort();
    },
  };
}
