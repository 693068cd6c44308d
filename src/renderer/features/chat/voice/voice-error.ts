import { voiceFailures } from './texts.ts';

/** The message is for the user. */
export class VoiceError extends Error {
  override readonly name = 'VoiceError';
  constructor(reason: keyof typeof voiceFailures, cause?: unknown) {
    super(voiceFailures[reason], { cause });
  }
}
