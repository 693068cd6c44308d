import { refusedTexts } from '../../../lib/refused-texts.ts';
import { PromptFailure, type PromptFailureCode } from './prompt-changes.ts';
import { promptFailureTexts as texts, promptFileProblems, promptFileTexts } from './texts.ts';
import { PromptFileError } from './transfer/read-prompt-file.ts';

const codeOf = (error: unknown): PromptFailureCode =>
  error instanceof PromptFailure ? error.code : 'failed';

export function actionFailureOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'refused') return (error as PromptFailure).message;
  if (code === 'name') return refusedTexts.reasons.nameTaken;
  return code === 'offline' ? texts.offlineAction : texts.failedAction;
}

export function importFailureOf(error: unknown): string {
  const reason =
    error instanceof PromptFileError ? promptFileProblems[error.problem] : actionFailureOf(error);
  return promptFileTexts.nothingStored({ reason });
}
