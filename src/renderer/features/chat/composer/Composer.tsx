import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useEnterKey } from '../../../lib/enter-key.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import type { SavedPrompt } from '../../../lib/saved-prompts.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { chatToasts, composerTexts } from '../texts.ts';
import { oneTimeModelOf, oneTimeDraftOf, writeDraftModel } from '../draft-models.ts';
import { writeDraftParameters } from '../draft-parameters.ts';
import { choiceOf } from '../turn/live-turn.ts';
import type { Attachment } from '../attachments/attachment.ts';
import styles from './Composer.module.css';
import { AttachButton } from '../attachments/AttachButton.tsx';
import { takeDraftFiles, useDraftFiles } from '../attachments/draft-files.ts';
import { ScreenshotButton } from '../attachments/ScreenshotButton.tsx';
import { attachTexts } from '../attachments/attach-texts.ts';
import { useAttach } from '../attachments/use-attach.ts';
import { EnlargeButton } from './EnlargeButton.tsx';
import { keepFocus } from './keep-focus.ts';
import { LengthNotes } from './LengthNotes.tsx';
import { editLastMessage, isEditKey, isRestoreKey } from './edit-keys.ts';
import { MenuList } from './menu/MenuList.tsx';
import { isMention } from './menu/mention.ts';
import { isCommandWord } from './menu/slash-menu.ts';
import { useMenu } from './menu/use-menu.ts';
import { useMentionMenu } from './menu/use-mention-menu.ts';
import { useSlashMenu } from './menu/use-slash-menu.ts';
import { QuotaPanel } from './QuotaPanel.tsx';
import { RecipientNote } from './RecipientNote.tsx';
import { pastedFiles } from './paste/pasted-files.ts';
import { pasteRichText } from './paste/paste-rich-text.ts';
import { menuTexts } from './texts.ts';
import { useHasOneTime } from './use-one-time-model.ts';
import { useQuickFocus } from './use-quick-focus.ts';
import { mayOverflow, updateWrapping, useAutoHeight } from './use-auto-height.ts';

const AttachedFiles = lazyComponent(
  async () => (await import('../attachments/AttachedFiles.tsx')).AttachedFiles,
  { look: 'panel' },
);

const OneTimeChips = lazyComponent(async () => (await import('./OneTimeChips.tsx')).OneTimeChips, {
  look: 'panel',
});

const InsertPrompt = lazyComponent(async () => (await import('../prompts/InsertPrompt.tsx')).InsertPrompt, {
  look: 'dialog',
});

interface ComposerProps {
  readonly draftKey: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  /** True while a reply is arriving, and for a moment after it has ended [CHAT-057]. */
  readonly isLocked: boolean;
  /** True while a reply is arriving. Messages are then queued. */
  readonly isBusy: boolean;
  readonly canStop: boolean;
  readonly onSend: (text: string, files: readonly Attachment[]) => void;
  readonly onStop: () => void;
  readonly actions?: ReactNode;
  readonly voice?: ReactNode;
  readonly meter?: ReactNode;
}

/** The message input. While a reply arrives, messages are queued instead of sent. */
export function Composer({
  draftKey,
  inputRef,
  isLocked,
  isBusy,
  canStop,
  onSend,
  onStop,
  actions,
  voice,
  meter,
}: ComposerProps) {
  const { drafts, attaching } = useChatEngine();
  const { askForKey } = useChatScreen();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey));
  const refusal = useSyncExternalStore(drafts.subscribe, () => drafts.refusalOf(draftKey));
  const hasOneTime = useHasOneTime(draftKey);
  const [enlarged, setEnlarged] = useState<string | null>(null);
  const isLarge = enlarged === draftKey;
  const enter = useEnterKey();
  /** The draft that the user tried to send while sending was locked. It is sent when the lock ends. */
  const lockedDraft = useRef<string | null>(null);
  const hintId = useId();
  const attach = useAttach(draftKey);
  const hasFiles = useDraftFiles(drafts, draftKey).length > 0;
  const isBlank = text.trim() === '' && !hasFiles;
  const beingRead = useSyncExternalStore(attaching.subscribe, () => attaching.of(draftKey).length);
  const isReading = useSyncExternalStore(attaching.subscribe, () => attaching.isReading(draftKey));
  useAutoHeight(inputRef, text);
  useQuickFocus(inputRef);
  const [chosen, setChosen] = useState<SavedPrompt | null>(null);
  const slash = useSlashMenu({
    text,
    onChange: (changed) => {
      drafts.set(draftKey, changed);
      inputRef.current?.focus();
    },
    onPrompt: setChosen,
  });
  const mention = useMentionMenu(text, ({ parameters, model }, start, end) => {
    // Removes the typed word and leaves the caret in its place.
    inputRef.current?.setRangeText('', start, end, 'end');
    drafts.set(draftKey, inputRef.current?.value ?? text);
    if (parameters) writeDraftParameters(drafts, oneTimeDraftOf(draftKey), parameters);
    if (model) writeDraftModel(drafts, oneTimeModelOf(draftKey), choiceOf(model));
    inputRef.current?.focus();
  });
  const menu = useMenu(slash.menu ?? mention.menu);

  const send = () => {
    if (isLocked && (!isBusy || isBlank)) {
      lockedDraft.current = isBlank ? null : draftKey;
      return;
    }
    if (isReading) return showToast(chatToasts.refused({ message: attachTexts.reading }));
    if (isBlank) return showToast(chatToasts.emptyMessage);
    if (isCommandWord(text) || ((mention.menu ?? mention.isLoading) && isMention(text))) menu.reopen();
    // The message stays in the input while the user enters a key.
    else if (askForKey) askForKey();
    else {
      setEnlarged(null);
      // The message is sent without them.
      attaching.removeUnread(draftKey);
      onSend(drafts.take(draftKey), takeDraftFiles(drafts, draftKey));
    }
  };

  const onUnlocked = useEffectEvent(() => {
    if (lockedDraft.current === draftKey && !isBlank) send();
    lockedDraft.current = null;
  });
  useEffect(() => {
    if (!isLocked || isBusy) onUnlocked();
  }, [isLocked, isBusy]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter and Escape belong to the input method while it composes a word.
    if (isComposing(event.nativeEvent)) return;
    if (menu.onKeyDown(event)) return;
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && !event.shiftKey && (enter === 'send' || isMod)) {
      event.preventDefault();
      send();
    }
    if (
      isRestoreKey(event) &&
      (drafts.restoreCleared(draftKey) || (text === '' && isEditKey(event) && editLastMessage()))
    )
      event.preventDefault();
    // In the quick-ask window, Escape closes the window.
    if (event.key !== 'Escape' || platform.shell?.isQuickAsk) return;
    event.preventDefault();
    if (canStop) onStop();
    else drafts.clear(draftKey);
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank) send();
      }}
    >
      <QuotaPanel refusal={refusal} />
      <output>
        {hasOneTime && <OneTimeChips draftKey={draftKey} onRemoved={() => inputRef.current?.focus()} />}
      </output>
      <div className={styles.box} data-large={isLarge || undefined}>
        {(hasFiles || beingRead > 0) && (
          <div className={styles.files}>
            <AttachedFiles draftKey={draftKey} onRemoved={() => inputRef.current?.focus()} />
          </div>
        )}
        {/* Hidden in the quick-ask window, which would hide when the system's file picker takes the focus. */}
        {!platform.shell?.isQuickAsk && <AttachButton className={styles.tool} onFiles={attach} />}
        {platform.shell && !platform.shell.isQuickAsk && (
          <ScreenshotButton className={styles.tool} shell={platform.shell} onFiles={attach} />
        )}
        {actions}
        {menu.list && <MenuList {...menu.list} />}
        {chosen && <InsertPrompt prompt={chosen} inputRef={inputRef} onClose={() => setChosen(null)} />}
        <textarea
          ref={inputRef}
          className={styles.input}
          rows={1}
          dir="auto"
          value={text}
          placeholder={composerTexts.placeholder}
          aria-label={composerTexts.label}
          aria-describedby={hintId}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...menu.aria}
          onPaste={(event) => {
            const { currentTarget, clipboardData } = event;
            const files = pastedFiles(clipboardData);
            if (files.length > 0) {
              event.preventDefault();
              return attach(files);
            }
            // Must run before the browser lays out the pasted text.
            updateWrapping(currentTarget, text.length + clipboardData.getData('text/plain').length);
            pasteRichText(event);
          }}
          onSelect={({ currentTarget }) => mention.onCaret(currentTarget.selectionEnd)}
          onChange={({ currentTarget: { value, selectionEnd } }) => {
            slash.onType(value);
            mention.onCaret(selectionEnd);
            drafts.set(draftKey, value);
          }}
          onKeyDown={onKeyDown}
        />
        {(isLarge || mayOverflow(text)) && (
          <EnlargeButton isLarge={isLarge} onToggle={() => setEnlarged(isLarge ? null : draftKey)} />
        )}
        {voice}
        {isBusy && !isBlank && (
          <button
            type="submit"
            className={styles.queue}
            onMouseDown={keepFocus}
            title={composerTexts.queueHint}
          >
            {composerTexts.queue}
          </button>
        )}
        {canStop ? (
          <button
            type="button"
            className={styles.button}
            onMouseDown={keepFocus}
            // The second click of a double click on Send must not stop the reply.
            onClick={({ detail }) => detail < 2 && onStop()}
            aria-label={composerTexts.stop}
            title={composerTexts.stop}
          >
            <IconPlayerStopFilled size={16} aria-hidden />
          </button>
        ) : (
          <button
            type={isBusy ? 'button' : 'submit'}
            className={styles.button}
            // Not `disabled`, because the button would lose the focus.
            aria-disabled={isLocked || isBlank || isReading}
            onMouseDown={keepFocus}
            aria-label={composerTexts.send}
            title={composerTexts.send}
          >
            <IconArrowUp size={20} stroke={2} aria-hidden />
          </button>
        )}
      </div>
      <div className={styles.foot}>
        <span id={hintId} className={styles.hints}>
          {enter === 'send' ? composerTexts.hints : composerTexts.hintsForNewLine}
        </span>
        <output className="visually-hidden">
          {menu.list && (menu.list.active ? menuTexts.open : menuTexts.none)}
        </output>
        <RecipientNote draftKey={draftKey} />
        {meter}
        <LengthNotes length={text.length} />
      </div>
    </form>
  );
}
