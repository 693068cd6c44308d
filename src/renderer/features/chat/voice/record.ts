import type { Microphone } from './microphone.ts';
import type { Listening } from './listening.ts';
import { VoiceError } from './voice-error.ts';

/** In the order of preference; all vendors read them. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Enough for speech: five minutes have about a megabyte. */
const bitsPerSecond = 32_000;

/** Records the microphone; `transcribe` gets the recording when it is finished. */
export function record(
  { stream }: Pick<Microphone, 'stream'>,
  transcribe: (recording: Blob) => Promise<string>,
): Listening {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(mimeType !== undefined && { mimeType }),
  });
  const chunks: Blob[] = [];
  const stopped = Promise.withResolvers<void>();
  recorder.ondataavailable = ({ data }) => void chunks.push(data);
  recorder.onstop = () => stopped.resolve();
  recorder.onerror = () => stopped.reject(new VoiceError('busy'));
  recorder.start();
  return {
    async finish() {
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped.promise;
      return transcribe(new Blob(chunks, { type: recorder.mimeType }));
    },
    cancel: () => {
      chunks.length = 0;
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
}
