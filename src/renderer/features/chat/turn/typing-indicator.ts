import { chatLimits } from '../constants.ts';
import type { LiveTurn } from './live-turn.ts';

/** Returns how long (ms) the indicator stays after a reply of this length has arrived [CHAT-031]. */
export function indicatorStay(replyLength: number): number {
  const { indicatorMin, indicatorMax, indicatorPerCharacter } = chatLimits;
  return Math.min(indicatorMax, Math.max(indicatorMin, indicatorPerCharacter * replyLength));
}

interface IndicatedTurn extends Pick<LiveTurn, 'phase' | 'firstLength'> {
  readonly reply: Pick<LiveTurn['reply'], 'end' | 'text'>;
}

/**
 * Returns how long (ms) the indicator is shown after the turn's last change: Infinity until the reply starts, a short
 * time after the reply has arrived whole or failed, otherwise 0 [CHAT-029..032].
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
      // The note of an interrupted reply already shows that nothing follows.
      return turn?.reply.end === 'complete' ? stayOf(turn) : 0;
    case 'streaming':
      return turn ? stayOf(turn) : 0;
  }
}

/** Returns 0 for a growing reply, because the reader sees that it is being written. */
const stayOf = ({ firstLength, reply }: IndicatedTurn): number =>
  reply.text.length > firstLength ? 0 : indicatorStay(firstLength);
