import { IconMicrophone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useUsage } from '../../../lib/usage.ts';
import { useConfig } from '../../../lib/use-config.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { useOneTimeModel } from '../composer/use-one-time-model.ts';
import { insertAtCaret } from './insert-at-caret.ts';
import { findDeviceLanguage } from './recognize-on-device.ts';
import { voiceTexts as texts } from './texts.ts';
import { useDictation } from './use-dictation.ts';
import { choosePath, type VoicePath } from './voice-path.ts';
import { VoicePanel } from './VoicePanel.tsx';

export interface VoiceButtonProps {
  readonly className: string | undefined;
  readonly draftKey: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

/** Dictates into the input. Shows nothing if speech can't be turned into text. */
export function VoiceButton(props: VoiceButtonProps) {
  const { model: ofChat, askForKey } = useChatScreen();
  const model = useOneTimeModel(props.draftKey) ?? ofChat;
  const config = useConfig();
  const { data: language, isPending } = useQuery({
    queryKey: ['chat', 'device-language'],
    queryFn: findDeviceLanguage,
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
  });
  const path = choosePath(askForKey ? null : model, language ?? null, config?.supabaseUrl ?? null);
  const canRecord = 'mediaDevices' in navigator;
  return path && canRecord && !isPending && <Button key={pathKey(path)} {...props} path={path} />;
}

const pathKey = (path: VoicePath) => (path.kind === 'device' ? 'device' : `${path.host} ${path.gateway}`);

/** The recipients to which each account has agreed to send recordings, until the page is closed. */
const agreed = new Set<string>();

/** Pressing the button for longer than this (ms) records until it is released. A shorter press starts or ends a recording. */
const HOLD = 400;

function Button({ className, draftKey, inputRef, path }: VoiceButtonProps & { readonly path: VoicePath }) {
  const { drafts, userId } = useChatEngine();
  const usage = useUsage();
  const [isExplained, setIsExplained] = useState(false);
  const shownDraft = useRef(draftKey);
  useEffect(() => void (shownDraft.current = draftKey), [draftKey]);
  const onText = (text: string) => {
    if (inputRef.current && shownDraft.current === draftKey) return insertAtCaret(inputRef.current, text);
    // The user has opened another chat meanwhile.
    drafts.set(draftKey, `${drafts.get(draftKey)} ${text}`.trimStart());
  };
  const dictation = useDictation(path, onText);
  const { state } = dictation;
  const button = useRef<HTMLButtonElement>(null);
  const press = useRef<{ readonly at: number; readonly begins: boolean }>(null);
  const key = `${userId} ${pathKey(path)}`;
  const begin = () => {
    if (path.kind === 'device' || agreed.has(key)) dictation.begin();
    else setIsExplained(true);
  };
  const onPointerUp = ({ timeStamp }: PointerEvent) => {
    const { at = 0, begins = false } = press.current ?? {};
    if (!begins || timeStamp - at > HOLD) dictation.finish();
  };
  const where = path.kind === 'device' ? texts.onDevice : texts.to({ host: path.host });
  const labels: Partial<Record<typeof state, string>> = {
    recording: texts.finish,
    full: texts.finish,
    unplugged: texts.finish,
    failed: texts.retry,
  };
  const label = labels[state] ?? texts.dictate({ where });
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
          counts={path.kind === 'vendor' && path.gateway !== null && (usage?.left ?? null) !== null}
          isExplained={isExplained}
          onStart={() => {
            agreed.add(key);
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
