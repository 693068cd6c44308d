import { chatLimits } from '../constants.ts';
import type { LiveTurn } from './live-turn.ts';

/**
 * How long the indicator stays after a reply has arrived (ms). Depends on the length of the reply [CHAT-031].
 */
export function indicatorStay(replyLength: number): number {
  const { indicatorMin, indicatorMax, indicatorPerCharacter } = chatLimits;
  return Math.min(indicatorMax, Math.max(indicatorMin, indicatorPerCharacter * replyLength));
}

interface IndicatedTurn extends Pick<LiveTurn, 'phase' | 'firstLength'> {
  readonly reply: Pick<LiveTurn['reply'], 'end'>;
}

/**
 * How long the indicator shows after the turn's last change (ms): Infinity until the reply starts, a short
 * time after it has started or failed, and otherwise 0 [CHAT-029..032].
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
