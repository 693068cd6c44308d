import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Select } from '../../../components/Select.tsx';
import { useDeviceChoice } from '../../../lib/device-choice.ts';
import { numberFormat } from '../../../lib/locale.ts';
import { useSession } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { conversationOf } from '../messages/conversation-of.ts';
import { chatToasts, messageToasts } from '../texts.ts';
import { allowVoice, maySpeak } from '../voice/consent.ts';
import styles from './ReadAloud.module.css';
import { SpeechReader } from './reader.ts';
import { speechRate } from './speech-rate.ts';
import { placeOf, sentencesOf, toSpeechText } from './speech-text.ts';
import { aloudTexts as texts } from './texts.ts';
import { chooseVoice, loadVoices } from './voices.ts';

interface ReadAloudProps {
  readonly markdown: string;
  /** Reading starts at the sentence in which this text begins. Empty for the beginning of the reply. */
  readonly selected: string;
  readonly onClose: () => void;
}

const decimals = numberFormat({ maximumFractionDigits: 2 });

const focusButton = (button: HTMLButtonElement | null) => button?.focus();

/** Reads a reply aloud with the platform's voice [CHAT-104], until it is unmounted. For Professional only [CHAT-105]. */
export function ReadAloud({ markdown, selected, onClose }: ReadAloudProps) {
  const { user } = useSession();
  const isProfessional = user?.isProfessional ?? false;
  const userId = user?.id ?? '';
  const [sentences] = useState(() => sentencesOf(toSpeechText(markdown)));
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  const [isAgreed, setIsAgreed] = useState(false);
  useEffect(() => {
    let isOver = false;
    const end = (toast: Parameters<typeof showToast>[0]) => {
      showToast(toast);
      onClose();
    };
    if (!isProfessional) return end(messageToasts.voiceIsPro);
    void loadVoices().then((voices) => {
      if (isOver) return;
      const chosenVoice = chooseVoice(voices, navigator.languages);
      if (!chosenVoice) return end(messageToasts.noVoice);
      if (sentences.length === 0) return end(chatToasts.refused({ message: texts.nothing }));
      setVoice(chosenVoice);
      setIsAgreed(maySpeak(userId, chosenVoice));
    });
    return () => void (isOver = true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  if (!voice) return null;
  if (isAgreed)
    return (
      <Player sentences={sentences} voice={voice} from={placeOf(selected, sentences)} onClose={onClose} />
    );
  return (
    <section className={styles.panel} aria-label={texts.label}>
      <p className={styles.note}>{texts.network({ voice: voice.name })}</p>
      <Button
        look="plain"
        size="small"
        onClick={({ currentTarget }) => {
          conversationOf(currentTarget)?.focus();
          onClose();
        }}
      >
        {texts.cancel}
      </Button>
      <Button
        size="small"
        ref={focusButton}
        onClick={({ currentTarget }) => {
          conversationOf(currentTarget)?.focus();
          allowVoice(userId, voice);
          setIsAgreed(true);
        }}
      >
        {texts.agree}
      </Button>
    </section>
  );
}

interface PlayerProps {
  readonly sentences: readonly string[];
  readonly voice: SpeechSynthesisVoice;
  readonly from: number;
  readonly onClose: () => void;
}

function Player({ sentences, voice, from, onClose }: PlayerProps) {
  const [place, setPlace] = useState(from);
  const [isPaused, setIsPaused] = useState(false);
  const rate = useDeviceChoice(speechRate);
  const panel = useRef<HTMLElement>(null);
  const end = () => {
    if (panel.current?.contains(document.activeElement)) conversationOf(panel.current)?.focus();
    onClose();
  };
  const fail = () => {
    showToast(chatToasts.refused({ message: texts.failed }));
    end();
  };
  const reader = useMemo(
    () =>
      new SpeechReader(sentences, voice, { onPlace: setPlace, onEnd: end, onReplaced: end, onFail: fail }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `end` and `fail` only close this player
    [sentences, voice],
  );
  useEffect(() => {
    const stop = () => reader.stop();
    reader.read(from);
    // Chromium continues to speak after the page is left.
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      stop();
    };
  }, [reader, from]);
  const go = (to: number) => {
    setIsPaused(false);
    reader.read(to);
  };
  const toggle = () => {
    if (isPaused) return go(place);
    setIsPaused(true);
    reader.stop();
  };
  return (
    <section ref={panel} className={styles.panel} aria-label={texts.label}>
      <Tool label={texts.earlier} isDisabled={place === 0} onClick={() => go(place - 1)}>
        <IconPlayerSkipBack size={16} stroke={1.75} aria-hidden />
      </Tool>
      <Tool label={isPaused ? texts.resume : texts.pause} onClick={toggle}>
        {isPaused ? (
          <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
        ) : (
          <IconPlayerPause size={16} stroke={1.75} aria-hidden />
        )}
      </Tool>
      <Tool label={texts.later} isDisabled={place === sentences.length - 1} onClick={() => go(place + 1)}>
        <IconPlayerSkipForward size={16} stroke={1.75} aria-hidden />
      </Tool>
      <Select
        className={styles.speed}
        aria-label={texts.speed}
        title={texts.speed}
        options={speechRate.options.map((value) => ({
          value,
          label: texts.rate({ rate: decimals().format(Number(value)) }),
        }))}
        value={rate}
        onChoose={(value) => {
          speechRate.set(value);
          // Restarts the sentence, because the speed of a running utterance can't be changed.
          if (!isPaused) reader.read(place);
        }}
      />
      <span>{texts.place({ place: place + 1, count: sentences.length })}</span>
      <span className={styles.voice}>{voice.name}</span>
    </section>
  );
}

interface ToolProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      // Not `disabled`, because the button would lose the focus.
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onClick()}
    >
      {children}
    </button>
  );
}
