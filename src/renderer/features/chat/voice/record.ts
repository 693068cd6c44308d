import type { Microphone } from './microphone.ts';
import type { Listening } from './listening.ts';

/** In order of preference. All vendors accept them. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Enough for speech. Five minutes take about 1.2 MB. */
const bitsPerSecond = 32_000;

/** Records the microphone. Each call of `finish` passes the same recording to `transcribe`. */
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
  // After an error, the recording so far is used.
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
