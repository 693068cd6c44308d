import { transcribe } from '../../voice/transcribe.ts';
import { voiceFailureOf } from '../../voice/voice-error.ts';
import type { VoicePath } from '../../voice/voice-path.ts';
import { maxFiles } from '../attachment.ts';
import type { AttachingFile, VideoSound } from '../attaching.ts';
import { addReadFiles, type AttachingEngine, keepFile, roomFor } from '../keep-file.ts';
import { cleanFileName } from '../reading/file-name.ts';
import { fileTexts } from '../texts.ts';
import { pieceSeconds } from './read-sound.ts';
import { videoTexts as texts } from './texts.ts';
import { timeCode } from './time-code.ts';

interface TranscriptOptions {
  readonly path: Extract<VoicePath, { kind: 'vendor' }>;
  /** Called when a piece was sent, because it may count toward the day's messages. */
  readonly onSent: () => void;
}

/**
 * Sends the sound of a video to the vendor, piece by piece, and adds its text to the draft. If a piece fails, the texts
 * of the earlier ones are kept for another attempt.
 */
export async function addTranscript(
  engine: AttachingEngine,
  { id, name, sound }: AttachingFile & { readonly sound: VideoSound },
  { path, onSent }: TranscriptOptions,
): Promise<void> {
  const { attaching } = engine;
  const { pieces, signal } = sound;
  const found = [...sound.texts];
  const show = (change: Partial<VideoSound>) =>
    attaching.change(id, {
      progress: { done: found.length, total: pieces.length },
      sound: { ...sound, texts: [...found], ...change },
    });
  if (roomFor(engine, attaching.draftOf(id) ?? '') < 1)
    return show({ failure: fileTexts.tooMany({ count: maxFiles }) });
  try {
    while (found.length < pieces.length) {
      show({ isBeingRead: true, failure: null });
      found.push(await transcribe(pieces[found.length] ?? new Blob(), path, signal).finally(onSent));
    }
    if (found.every((text) => text.trim() === '')) return attaching.change(id, { refusal: texts.noSpeech });
    const text = composeTranscript(name, found);
    const read = {
      kind: 'document',
      name: cleanFileName(texts.transcriptName({ name })),
      mediaType: 'text/plain',
      blob: new Blob([text], { type: 'text/plain' }),
      text,
      pages: null,
      parts: [],
      notes: [],
    } as const;
    addReadFiles(engine, id, [await keepFile(engine, id, read)]);
  } catch (error) {
    if (!signal.aborted) show({ isBeingRead: false, failure: voiceFailureOf(error) });
  }
}

/** Builds the transcript, in English because it is for the model. Each piece begins with its time. */
export const composeTranscript = (name: string, found: readonly string[]): string =>
  [
    `Transcript of the sound of the video "${name}"`,
    ...found.map((text, place) => `[${timeCode(place * pieceSeconds)}]\n${text.trim()}`),
  ].join('\n\n');
