import { useEffect, useEffectEvent } from 'react';
import type { Message } from './chat.ts';
import { chatLimits } from './constants.ts';
import type { TurnPhase } from './turn/live-turn.ts';
import type { useSending } from './use-sending.ts';

interface ResendOptions {
  readonly chatId: string;
  /** True for a while after another model was chosen. */
  readonly hasModelChanged: boolean;
  /** The last stored message of the chat. */
  readonly last: Message | undefined;
  /** Where the chat's turn stands; null where there is none. */
  readonly phase: TurnPhase | null;
  readonly sending: Pick<ReturnType<typeof useSending>, 'retry' | 'answer'>;
}

/**
 * Has the model just chosen answer a message of the user that nobody has answered: the stored one, which is not stored
 * again [MODEL-037]. A reply on its way is left to come.
 */
export function useResend({ chatId, hasModelChanged, last, phase, sending }: ResendOptions): void {
  const resend = useEffectEvent(() => {
    if (phase === 'failed') void sending.retry();
    else if (phase === null && last?.role === 'user') void sending.answer(last);
  });
  useEffect(() => {
    if (!hasModelChanged) return;
    const timer = setTimeout(resend, chatLimits.resendAfter);
    return () => clearTimeout(timer);
  }, [chatId, hasModelChanged]);
}
