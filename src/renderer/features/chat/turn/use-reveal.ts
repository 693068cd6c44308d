import { useEffect, useMemo, useState } from 'react';
import type { ReplyDisplay } from '../../../lib/reply-display.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { isImageOnly } from '../read-time.ts';
import { canStop, hasReplied, type LiveTurn } from './live-turn.ts';
import { nextGraphemeEnd, revealPause } from './reveal.ts';
import type { Reveal } from './shown-messages.ts';

/**
 * Types out the newest reply of a chat created in this visit [CHAT-052..055]. A click on the reply, Escape, a
 * new message, leaving the chat, or reduced motion shows the whole reply. Returns null if nothing is being
 * typed out.
 */
export function useReveal(turn: LiveTurn | undefined, display: ReplyDisplay): Reveal | null {
  const isMotionReduced = useMedia('(prefers-reduced-motion: reduce)');
  const replyId = turn?.reply.id ?? '';
  const text = turn?.reply.text ?? '';
  // Text from before the chat was opened is shown immediately.
  const [completedId, complete] = useState(turn && hasReplied(turn) ? replyId : '');
  const [shown, setShown] = useState({ replyId, length: 0 });
  const length = shown.replyId === replyId ? shown.length : 0;
  const isGrowing = canStop(turn?.phase);
  const isTyped =
    turn !== undefined && !isMotionReduced && completedId !== replyId && isTypedReply(turn, display);
  const isTyping = isTyped && (length < text.length || isGrowing);

  useEffect(() => {
    if (!isTyping || length >= text.length) return;
    const pause = revealPause(text.slice(0, length), Math.random);
    const timer = setTimeout(() => setShown({ replyId, length: nextGraphemeEnd(text, length) }), pause);
    return () => clearTimeout(timer);
  }, [isTyping, length, replyId, text]);

  useEffect(() => {
    if (!isTyping) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      complete(replyId);
      // While the reply is arriving, Escape also stops it. Once the reply has arrived, Escape must not clear
      // the input too.
      if (!isGrowing) event.stopPropagation();
    };
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('article[aria-busy="true"]')) complete(replyId);
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('click', onClick);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('click', onClick);
    };
  }, [isGrowing, isTyping, replyId]);

  return useMemo(
    () => (isTyping ? { replyId, text: text.slice(0, length) } : null),
    [isTyping, length, replyId, text],
  );
}

/**
 * By default, only replies that arrived in one piece are typed out, because typing out streamed ones would
 * delay them. Images have no text.
 */
function isTypedReply(turn: LiveTurn, display: ReplyDisplay): boolean {
  const { isCreatedHere, continues, reply, firstLength } = turn;
  if (!isCreatedHere || continues !== null || display === 'instant' || !hasReplied(turn)) return false;
  if (isImageOnly(reply.text)) return false;
  return display === 'typewriter' || reply.text.length === firstLength;
}
