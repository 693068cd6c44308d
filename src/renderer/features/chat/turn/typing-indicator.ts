import { chatLimits } from '../constants.ts';
import type { LiveTurn } from './live-turn.ts';

/** Milliseconds after a reply has arrived, depending on its length [CHAT-031]. */
export function indicatorStay(replyLength: number): number {
  const { indicatorMin, indicatorMax, indicatorPerCharacter } = chatLimits;
  return Math.min(indicatorMax, Math.max(indicatorMin, indicatorPerCharacter * replyLength));
}

interface IndicatedTurn extends Pick<LiveTurn, 'phase' | 'firstLength'> {
  readonly reply: Pick<LiveTurn['reply'], 'end'>;
}

/**
 * Milliseconds after the turn's last change for which "Thinking" shows: Infinity until the reply starts, a
 * short time after it has started or failed, 0 without a turn [CHAT-029..032].
 */
export function indicatorTime(turn: IndicatedTurn | undefined): number {
  switch (turn?.phase) {
    case undefined:
    case 'queued':
      return 0;
    case 'storing':
    case 'waiting':
      return Infinity;
    case 'failed':
      return chatLimits.indicatorMin;
    case 'done':
      // After an interrupted reply, its note already shows that nothing follows.
      return turn?.reply.end === 'complete' ? indicatorStay(turn.firstLength) : 0;
    case 'streaming':
      return indicatorStay(turn?.firstLength ?? 0);
  }
}
