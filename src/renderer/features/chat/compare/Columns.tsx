import { useMemo } from 'react';
import { EngineContext, useChatEngine, useChatScreen } from '../chat-context.ts';
import { splitReply } from '../../../lib/memory-lines.ts';
import type { Message } from '../chat.ts';
import { FailedNote } from '../messages/FailedNote.tsx';
import { chatTexts } from '../texts.ts';
import { canStop, isBusy } from '../turn/live-turn.ts';
import { noticeOf } from '../turn/report-outcome.ts';
import { storedThinking } from '../turn/turn-reply.ts';
import type { TurnRunner } from '../turn/turn-runner.ts';
import { useTurn } from '../turn/use-turn.ts';
import { ColumnFrame } from './ColumnFrame.tsx';

export function StoredColumn({ row, onUse }: { readonly row: Message; readonly onUse: () => void }) {
  const { nameOfModel } = useChatScreen();
  return (
    <ColumnFrame
      name={row.modelId === null ? chatTexts.badge : nameOfModel(row.modelId)}
      replyId={row.id}
      text={splitReply(row).text}
      thinking={storedThinking(row.reasoningMs)}
      end={row.end}
      usage={row.usage}
      since={null}
      onStop={null}
      onUse={onUse}
    />
  );
}

interface LiveColumnProps {
  readonly chatId: string;
  readonly runner: TurnRunner;
  readonly stored: Message | null;
  readonly onUse: () => void;
}

/** Provides only this reply's runner, so that a growing reply doesn't render the other columns. */
export function LiveColumn({ runner, ...props }: LiveColumnProps) {
  const engine = useChatEngine();
  const columnEngine = useMemo(() => ({ ...engine, runner }), [engine, runner]);
  return (
    <EngineContext value={columnEngine}>
      <Reply {...props} />
    </EngineContext>
  );
}

function Reply({ chatId, stored, onUse }: Omit<LiveColumnProps, 'runner'>) {
  const { runner } = useChatEngine();
  const { model: ofChat, nameOfModel, askForKey } = useChatScreen();
  const turn = useTurn(chatId);
  if (!turn) return null;
  const { reply, phase, model } = turn;
  const hasFailed = phase === 'failed';
  const isRunning = isBusy(phase);
  const name = model?.name ?? (reply.modelId === null ? chatTexts.badge : nameOfModel(reply.modelId));
  return (
    <ColumnFrame
      name={name}
      replyId={reply.id}
      text={
        splitReply(stored ?? { content: reply.text }, { isGrowing: isRunning, isStored: stored !== null })
          .text
      }
      thinking={
        reply.thinking && !isRunning
          ? { ...reply.thinking, milliseconds: reply.thinking.milliseconds ?? 0 }
          : reply.thinking
      }
      end={isRunning ? null : reply.end}
      usage={stored?.usage}
      since={turn.startedAt}
      failure={
        hasFailed && (
          <FailedNote
            message={{
              failure: turn.failure && { ...turn.failure, isAction: false },
              // If there is no notice, the user stopped the reply before its first word.
              notice: noticeOf(turn) ?? { title: chatTexts.stopped },
            }}
            onRetry={askForKey ?? (() => runner.retry(chatId, model ?? ofChat))}
          />
        )
      }
      onStop={canStop(phase) ? () => runner.stop(chatId) : null}
      onUse={phase === 'done' ? onUse : null}
    />
  );
}
