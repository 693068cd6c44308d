import { voiceFailures } from './texts.ts';

/** The message is a sentence for the user. */
export class VoiceError extends Error {
  override readonly name = 'VoiceError';
  constructor(reason: keyof typeof voiceFailures, cause?: unknown) {
    super(voiceFailures[reason], { cause });
  }
}
