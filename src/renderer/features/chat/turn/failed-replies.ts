import { z } from 'zod';
import { completionErrorCodes } from '../../../../shared/completion/error.ts';
import { failuresKey, readStored, writeStored } from '../../../lib/storage.ts';
import { isJoined, isRegenerating, type LiveTurn, type TurnFailure } from './live-turn.ts';
import type { TurnOutcome } from './sending.ts';

const failuresSchema = z.record(
  z.string(),
  z.object({ code: z.enum(completionErrorCodes).nullable(), message: z.string() }),
);
const MAX_MESSAGES = 50;

function readAll(userId: string): Readonly<Record<string, TurnFailure>> {
  try {
    return failuresSchema.parse(JSON.parse(readStored(failuresKey(userId)) ?? '{}'));
  } catch {
    return {};
  }
}

/** Returns why a message has no reply, if this device has read the failure. */
export const readFailure = (userId: string, messageId: string): TurnFailure | null =>
  readAll(userId)[messageId] ?? null;

/** Stores why a message has no reply, because the service stores nothing if a reply has no text. */
export function storeFailure(userId: string, turn: LiveTurn, outcome: TurnOutcome): void {
  // The message keeps its earlier reply, or is not stored.
  const isOther = (isRegenerating(turn) && !isJoined(turn)) || outcome.kind === 'unstored';
  if (isOther || outcome.kind === 'refused') return;
  const { [turn.messageId]: before, ...others } = readAll(userId);
  const failure = outcome.kind === 'failed' ? { code: outcome.code, message: outcome.message } : null;
  if (!failure && !before) return;
  const latest = [...Object.entries(others), ...(failure ? [[turn.messageId, failure] as const] : [])];
  writeStored(failuresKey(userId), JSON.stringify(Object.fromEntries(latest.slice(-MAX_MESSAGES))));
}
