import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { showToast } from '../../../lib/toast.ts';
import { aloudTexts } from '../aloud/texts.ts';
import { chooseVoice, loadVoices } from '../aloud/voices.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatToasts, messageToasts } from '../texts.ts';
import { allowRecording, allowVoice, mayRecord, maySpeak } from '../voice/consent.ts';
import { explainRecording, voiceTexts } from '../voice/texts.ts';
import { useLevel } from '../voice/use-level.ts';
import { useRecordingCounts } from '../voice/use-recording-counts.ts';
import type { VoicePath } from '../voice/voice-path.ts';
import type { TalkState } from './talk-session.ts';
import styles from './TalkPanel.module.css';
import { talkTexts as texts } from './texts.ts';
import { useTalk } from './use-talk.ts';

interface TalkPanelProps {
  readonly chatId: string;
  readonly path: VoicePath;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

const focusButton = (button: HTMLButtonElement | null) => button?.focus();

/** A conversation by voice, shown above the input. Explains first where the voice and the replies go. */
export function TalkPanel(props: TalkPanelProps) {
  const { path, onClose } = props;
  const { userId } = useChatEngine();
  const counts = useRecordingCounts(path);
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  useEffect(() => {
    let isOver = false;
    void loadVoices().then((voices) => {
      if (isOver) return;
      const chosenVoice = chooseVoice(voices, navigator.languages);
      setVoice(chosenVoice);
      if (chosenVoice) return setIsStarted(mayRecord(userId, path) && maySpeak(userId, chosenVoice));
      showToast(messageToasts.noVoice);
      onClose();
    });
    return () => void (isOver = true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  if (!voice) return null;
  if (isStarted) return <Conversation {...props} voice={voice} />;
  return (
    <Panel onClose={onClose}>
      <p className={styles.words}>
        {texts.explain} {explainRecording(path, counts)}{' '}
        {!voice.localService && aloudTexts.network({ voice: voice.name })}
      </p>
      <div className={styles.actions}>
        <Button look="plain" size="small" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          size="small"
          ref={focusButton}
          onClick={() => {
            allowRecording(userId, path);
            allowVoice(userId, voice);
            setIsStarted(true);
          }}
        >
          {texts.start}
        </Button>
      </div>
    </Panel>
  );
}

function Conversation({
  voice,
  onClose,
  ...options
}: TalkPanelProps & { readonly voice: SpeechSynthesisVoice }) {
  const talk = useTalk({
    ...options,
    voice,
    onEnd: (reason) => {
      if (reason !== null) showToast(chatToasts.refused({ message: reason }));
      onClose();
    },
  });
  const { state, isMuted, failure } = talk;
  const orb = useRef<HTMLSpanElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  useLevel(orb, talk.microphone);
  // The button that had the focus may have disappeared.
  useEffect(() => {
    if (document.activeElement === document.body) end.current?.focus();
  }, [state]);
  const isReplying = state === 'waiting' || state === 'speaking';
  const isListening = state === 'listening' || state === 'hearing';
  const MuteIcon = isMuted ? IconMicrophoneOff : IconMicrophone;
  return (
    <Panel onClose={onClose}>
      <span
        ref={orb}
        className={styles.orb}
        data-state={isMuted && isListening ? 'muted' : state}
        aria-hidden
      />
      <div className={styles.words}>
        <output>{(isMuted && describeMuted(state)) || describe(state, failure)}</output>
        {state === 'speaking' && <p className={styles.sentence}>{talk.sentence}</p>}
        {failure !== '' && state === 'listening' && <p className={styles.sentence}>{failure}</p>}
      </div>
      <div className={styles.actions}>
        {isReplying && (
          <Button look="plain" size="small" onClick={talk.interrupt}>
            {texts.interrupt}
          </Button>
        )}
        {state === 'failed' && (
          <Button look="plain" size="small" onClick={talk.retry}>
            {voiceTexts.retry}
          </Button>
        )}
        <button
          type="button"
          className={styles.mute}
          aria-label={texts.mute}
          title={texts.mute}
          aria-pressed={isMuted}
          onClick={() => talk.mute(!isMuted)}
        >
          <MuteIcon size={18} stroke={1.75} aria-hidden />
        </button>
        <Button size="small" ref={end} onClick={onClose}>
          {texts.end}
        </Button>
      </div>
    </Panel>
  );
}

/** Replaces the state's text while the microphone is muted. */
const describeMuted = (state: TalkState | 'opening'): string | undefined => {
  if (state === 'speaking') return texts.speakingMuted;
  return state === 'listening' || state === 'hearing' ? texts.muted : undefined;
};

function describe(state: TalkState | 'opening', failure: string): string {
  if (state === 'opening') return voiceTexts.asking;
  if (state === 'failed') return failure;
  return state === 'transcribing' ? voiceTexts.transcribing : texts[state];
}

function Panel({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from its buttons
    <section
      className={styles.panel}
      aria-label={texts.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </section>
  );
}
