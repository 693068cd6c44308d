import { z } from 'zod';
import { completionErrorCodes } from '../../../../shared/completion/error.ts';
import { failuresKey } from '../../../lib/storage.ts';
import { storedRecords } from '../../../lib/stored-records.ts';
import { isJoined, isRegenerating, type LiveTurn, type TurnFailure } from './live-turn.ts';
import type { TurnOutcome } from './sending.ts';

const failureSchema = z.object({ code: z.enum(completionErrorCodes).nullable(), message: z.string() });
const MAX_MESSAGES = 50;

const failures = storedRecords<TurnFailure>(failuresKey, failureSchema, MAX_MESSAGES);

/** Returns why a message has no reply, if this device has read the failure. */
export const readFailure = failures.read;

/** Stores why a message has no reply, because the service stores nothing if a reply has no text. */
export function storeFailure(userId: string, turn: LiveTurn, outcome: TurnOutcome): void {
  // The message still has its earlier reply.
  if (isRegenerating(turn) && !isJoined(turn)) return;
  // The message itself is not stored.
  if (outcome.kind === 'unstored' || outcome.kind === 'refused') return;
  const failure = outcome.kind === 'failed' ? { code: outcome.code, message: outcome.message } : null;
  failures.write(userId, turn.messageId, failure);
}
