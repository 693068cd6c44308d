import { type ReactNode, type RefObject, useCallback } from 'react';
import { flushSync } from 'react-dom';
import { transcriptOf } from '../../../shared/domain/transcript.ts';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AttachPictureContext } from '../../components/markdown/image/attach-picture.ts';
import { type QuickActionSlot, useChatEngine, useChatScreen } from './chat-context.ts';
import { ChatHeader } from './ChatHeader.tsx';
import styles from './ChatPane.module.css';
import { attachTexts } from './attachments/attach-texts.ts';
import { useAttach } from './attachments/use-attach.ts';
import { useFileDrop } from './attachments/use-file-drop.ts';
import { useCompare } from './compare/use-compare.ts';
import { Composer } from './composer/Composer.tsx';
import { ContextSourceContext } from './projects/files/previewed-question.ts';
import { recipientName } from './composer/RecipientNote.tsx';
import { VoiceTools } from './composer/lazy-voice-tools.ts';
import { WaitingMessages } from './composer/WaitingMessages.tsx';
import { loadUntil, type useConversation, useStoredCount } from './data/use-conversation.ts';
import { Conversation } from './messages/Conversation.tsx';
import { usePanels } from './messages/panels.ts';
import { withQuote } from './messages/selection/quote.ts';
import { chatTexts } from './texts.ts';
import { showMessages } from './turn/shown-messages.ts';
import { useSendLock, useShownCount, useTurnPhase } from './turn/use-turn.ts';
import type { ChatActions } from './use-chat-actions.ts';
import { useContextSource } from './use-context-source.ts';
import type { useSending } from './use-sending.ts';

const ContextMeter = lazyComponent(async () => (await import('./composer/ContextMeter.tsx')).ContextMeter, {
  look: 'nothing',
});

const CompareView = lazyComponent(async () => (await import('./compare/CompareView.tsx')).CompareView, {
  look: 'area',
});

const SendDialog = lazyComponent(async () => (await import('./compare/SendDialog.tsx')).SendDialog, {
  look: 'dialog',
});

export interface ChatFrame {
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly isInert: boolean;
  /** Opens the drawer on narrow screens. Null on wide ones. */
  readonly onOpenSidebar: (() => void) | null;
  readonly openerRef: RefObject<HTMLButtonElement | null>;
}

interface ChatPaneProps {
  readonly chat: {
    readonly id: string;
    /** Null until the service has stored the chat. */
    readonly storedId: string | null;
    /** Null for a new chat, and until the chat is loaded. */
    readonly title: string | null;
    readonly draftKey: string;
    /** Null if the chat isn't stored, and omitted if it never will be. */
    readonly actions?: ChatActions | null;
  };
  readonly stored: ReturnType<typeof useConversation>;
  readonly sending: ReturnType<typeof useSending>;
  readonly frame: ChatFrame;
  /** Shown above the input while the chat has no messages. */
  readonly landing: ReactNode;
  /** Shown below the input while the chat has no messages. */
  readonly landingFoot?: ReactNode;
  readonly notice: ReactNode;
  /** Omitted if no quick actions are available. */
  readonly onAct?: QuickActionSlot['onAct'];
}

/**
 * Shows a stored or temporary chat: header, conversation or landing screen, and input. If the header is too
 * narrow for the model and the message count, they are shown below the input [CHAT-039].
 */
export function ChatPane({
  chat: { id, storedId, title, draftKey, actions = null },
  stored,
  sending,
  frame,
  landing,
  landingFoot,
  notice,
  onAct,
}: ChatPaneProps) {
  const { model, QuickActions } = useChatScreen();
  const { drafts, runner } = useChatEngine();
  const turn = useTurnPhase(id);
  const isLocked = useSendLock(id, turn.isBusy);
  const { rows, hasOlder, loadOlder } = stored;
  const readTranscript = useCallback(async () => {
    const all = await loadUntil({ rows, hasOlder, loadOlder }, () => false);
    return transcriptOf(showMessages(all, runner.turns.get(id)));
  }, [id, rows, hasOlder, loadOlder, runner]);
  const { inputRef } = frame;
  const onQuote = useCallback(
    (text: string) => {
      flushSync(() => drafts.set(draftKey, withQuote(drafts.get(draftKey), text)));
      const input = inputRef.current;
      input?.focus();
      input?.setSelectionRange(input.value.length, input.value.length);
    },
    [draftKey, drafts, inputRef],
  );
  const source = useContextSource({ storedId, draftKey }, stored);
  const count = useStoredCount(storedId, useShownCount(id, rows), hasOlder);
  const isLanding = storedId === null && rows.length === 0 && turn.phase === null;
  const isCopyable = count > 0 && !stored.isLoading;
  const compare = useCompare(id, inputRef);
  const attach = useAttach(draftKey);
  const drop = useFileDrop(attach);
  const onUse = useCallback(
    (file: File) => {
      attach([file]);
      inputRef.current?.focus();
    },
    [attach, inputRef],
  );
  // A comparison has no panels.
  const { panel, closePanel, panels } = usePanels(isLanding || compare.questionId !== null ? 0 : count);
  const isNarrow = frame.onOpenSidebar !== null;
  return (
    <ContextSourceContext value={source}>
      <section
        id="conversation"
        className={styles.main}
        inert={frame.isInert}
        aria-label={title ?? chatTexts.newChat}
        // The target of the link that skips the sidebar.
        tabIndex={-1}
      >
        <ChatHeader
          storedId={storedId}
          title={title}
          draftKey={draftKey}
          onOpenSidebar={frame.onOpenSidebar}
          openerRef={frame.openerRef}
          actions={actions}
          panels={panels}
          conversation={isCopyable ? { count, readTranscript } : null}
        />
        {notice}
        {compare.isChoosing && (
          <SendDialog chatId={id} draftKey={draftKey} send={sending.send} onClose={compare.closeChooser} />
        )}
        <div
          className={styles.body}
          data-landing={isLanding || undefined}
          {...(compare.questionId === null && drop.area)}
        >
          {drop.isOver && <p className={styles.drop}>{attachTexts.drop}</p>}
          {compare.questionId !== null && title !== null ? (
            <CompareView key={compare.questionId} chatId={id} questionId={compare.questionId} title={title} />
          ) : (
            <>
              {isLanding ? (
                landing
              ) : (
                <AttachPictureContext value={onUse}>
                  <Conversation
                    key={id}
                    chatId={id}
                    stored={stored}
                    sending={sending}
                    source={source}
                    inputRef={inputRef}
                    onQuote={onQuote}
                    panel={panel}
                    onClosePanel={closePanel}
                  />
                </AttachPictureContext>
              )}
              <WaitingMessages chatId={id} inputRef={frame.inputRef} />
              <Composer
                draftKey={draftKey}
                inputRef={frame.inputRef}
                isLocked={isLocked}
                isBusy={turn.isBusy}
                canStop={turn.canStop}
                onSend={sending.send}
                onStop={sending.stop}
                actions={onAct && <QuickActions isDisabled={isLocked} drafts={drafts} onAct={onAct} />}
                voice={
                  <VoiceTools
                    chatId={id}
                    draftKey={draftKey}
                    inputRef={frame.inputRef}
                    onSend={sending.send}
                    onStop={sending.stop}
                  />
                }
                meter={
                  (!isLanding || source.projectId) && <ContextMeter draftKey={draftKey} source={source} />
                }
              />
              {isLanding && landingFoot}
            </>
          )}
        </div>
        {isNarrow && (
          <footer className={styles.foot}>
            {model && <span className={styles.modelName}>{recipientName(model)}</span>}
            {count > 0 && <span>{chatTexts.messageCount({ count })}</span>}
          </footer>
        )}
      </section>
    </ContextSourceContext>
  );
}
