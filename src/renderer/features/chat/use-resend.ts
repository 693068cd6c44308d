import { useEffect, useEffectEvent } from 'react';
import type { Message } from './chat.ts';
import { chatLimits } from './constants.ts';
import type { TurnPhase } from './turn/live-turn.ts';
import type { useSending } from './use-sending.ts';

interface ResendOptions {
  readonly chatId: string;
  /** True for a moment after the user has selected another model. */
  readonly hasModelChanged: boolean;
  readonly last: Message | undefined;
  readonly phase: TurnPhase | null;
  readonly sending: Pick<ReturnType<typeof useSending>, 'retry' | 'answer'>;
}

/**
 * Requests a reply from the new model if the user changes the model and the last message has no reply
 * [MODEL-037].
 */
export function useResend({ chatId, hasModelChanged, last, phase, sending }: ResendOptions): void {
  const resend = useEffectEvent(() => {
    if (phase === 'failed') sending.retry();
    else if (phase === null && last?.role === 'user') sending.answer(last);
  });
  useEffect(() => {
    if (!hasModelChanged) return;
    const timer = setTimeout(resend, chatLimits.resendAfter);
    return () => clearTimeout(timer);
  }, [chatId, hasModelChanged]);
}
