import { IconMicrophone } from '@tabler/icons-react';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useChatEngine } from '../chat-context.ts';
import { allowRecording, mayRecord } from './consent.ts';
import { insertAtCaret } from './insert-at-caret.ts';
import { placeOf, voiceTexts as texts } from './texts.ts';
import { useDictation } from './use-dictation.ts';
import { useRecordingCounts } from './use-recording-counts.ts';
import type { VoicePath } from './voice-path.ts';
import { VoicePanel } from './VoicePanel.tsx';

interface VoiceButtonProps {
  readonly className: string | undefined;
  readonly draftKey: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly path: VoicePath;
}

/** A press longer than this (ms) records until the button is released. A shorter one starts or ends a recording. */
const HOLD_TIME = 400;

export function VoiceButton({ className, draftKey, inputRef, path }: VoiceButtonProps) {
  const { drafts, userId } = useChatEngine();
  const counts = useRecordingCounts(path);
  const [isExplained, setIsExplained] = useState(false);
  const shownDraft = useRef(draftKey);
  useEffect(() => void (shownDraft.current = draftKey), [draftKey]);
  const onText = (text: string) => {
    if (inputRef.current && shownDraft.current === draftKey) return insertAtCaret(inputRef.current, text);
    // The user has opened another chat meanwhile, so the text is only added to the draft.
    drafts.set(draftKey, `${drafts.get(draftKey)} ${text}`.trimStart());
  };
  const dictation = useDictation(path, onText);
  const { state } = dictation;
  const button = useRef<HTMLButtonElement>(null);
  const press = useRef<{ readonly at: number; readonly begins: boolean }>(null);
  const begin = () => {
    if (mayRecord(userId, path)) dictation.begin();
    else setIsExplained(true);
  };
  const onPointerUp = ({ timeStamp }: PointerEvent) => {
    const { at = 0, begins = false } = press.current ?? {};
    if (!begins || timeStamp - at > HOLD_TIME) dictation.finish();
  };
  const labels: Partial<Record<typeof state, string>> = {
    recording: texts.finish,
    full: texts.finish,
    unplugged: texts.finish,
    failed: texts.retry,
  };
  const label = labels[state] ?? texts.dictate({ where: placeOf(path) });
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-pressed={state !== 'idle'}
        // A long press on a touch screen must not open a menu or scroll.
        style={{ touchAction: 'none' }}
        onContextMenu={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={({ button: pressed, timeStamp, currentTarget, pointerId }) => {
          if (pressed !== 0) return;
          currentTarget.setPointerCapture(pointerId);
          press.current = { at: timeStamp, begins: state === 'idle' };
          if (state === 'idle') begin();
        }}
        onPointerUp={onPointerUp}
        onClick={({ detail }) => {
          // Only for the keyboard and assistive technology, because pointers are handled above.
          if (detail !== 0) return;
          if (state === 'idle') begin();
          else dictation.finish();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || state === 'idle') return;
          event.preventDefault();
          event.stopPropagation();
          dictation.cancel();
        }}
      >
        <IconMicrophone size={18} stroke={1.75} aria-hidden />
      </button>
      {(isExplained || state !== 'idle') && (
        <VoicePanel
          path={path}
          dictation={dictation}
          counts={counts}
          isExplained={isExplained}
          onStart={() => {
            allowRecording(userId, path);
            setIsExplained(false);
            // The clicked button has the focus and is about to disappear.
            button.current?.focus();
            dictation.begin();
          }}
          onFinish={() => {
            button.current?.focus();
            dictation.finish();
          }}
          onCancel={() => {
            setIsExplained(false);
            dictation.cancel();
            inputRef.current?.focus();
          }}
        />
      )}
    </>
  );
}
