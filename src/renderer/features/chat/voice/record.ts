import type { Microphone } from './microphone.ts';
import type { Listening } from './listening.ts';

/** In the order of preference; all vendors read them. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Enough for speech: five minutes have about a megabyte. */
const bitsPerSecond = 32_000;

/** Records the microphone. `transcribe` gets the recording when it is finished, and the same one at each attempt. */
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
  // The recording so far is used.
  recorder.onerror = () => stopped.resolve();
  recorder.start();
  return {
    async finish() {
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped.promise;
      const recording = new Blob(chunks, { type: recorder.mimeType });
      return recording.size === 0 ? '' : transcribe(recording);
    },
    cancel: () => {
      chunks.length = 0;
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
}
