import { CompletionError } from '../../../../shared/completion/error.ts';
import { LoadFailure } from '../../../lib/load-module.ts';
import { translateMessage } from '../../../lib/translate-message.ts';
import { voiceFailures } from './texts.ts';

/** The message is for the user. */
export class VoiceError extends Error {
  override readonly name = 'VoiceError';
  constructor(reason: keyof typeof voiceFailures, cause?: unknown) {
    super(voiceFailures[reason], { cause });
  }
}

/** Returns a message for the user about why speech could not be recorded or turned into text. */
export function voiceFailureOf(error: unknown): string {
  const hasReason = [VoiceError, CompletionError, LoadFailure].some((kind) => error instanceof kind);
  return hasReason && error instanceof Error ? translateMessage(error.message) : voiceFailures.failed;
}
