import { useEffect, useRef, useState } from 'react';
import { maxRecordingSeconds } from '../../../../shared/completion/recording.ts';
import { Button } from '../../../components/Button.tsx';
import { explainRecording, sentenceOf, voiceTexts as texts } from './texts.ts';
import type { Dictation } from './use-dictation.ts';
import { useLevel } from './use-level.ts';
import type { VoicePath } from './voice-path.ts';
import styles from './VoicePanel.module.css';

interface VoicePanelProps {
  readonly path: VoicePath;
  readonly dictation: Dictation;
  /** True if each recording may count toward the day's messages. */
  readonly counts: boolean;
  /**
   * True before the first recording. The panel then explains what happens to a recording, and waits for the user to
   * start.
   */
  readonly isExplained: boolean;
  readonly onStart: () => void;
  readonly onFinish: () => void;
  readonly onCancel: () => void;
}

// Defined outside of the component, because a new function in each render would focus the button each time.
const focusButton = (button: HTMLButtonElement | null) => button?.focus();

/** Shows where speech is turned into text and the recording's state, above the input. */
export function VoicePanel({
  path,
  dictation,
  counts,
  isExplained,
  onStart,
  onFinish,
  onCancel,
}: VoicePanelProps) {
  const { state, failure } = dictation;
  const isStopped = state === 'full' || state === 'unplugged' || state === 'failed';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape cancels from its buttons
    <section
      className={styles.panel}
      aria-label={texts.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <div className={styles.words}>
        {state === 'recording' && <Meter dictation={dictation} />}
        <output className={styles.state}>
          {state === 'asking' && texts.asking}
          {state === 'full' && texts.full({ count: maxRecordingSeconds / 60 })}
          {state === 'unplugged' && texts.unplugged}
          {state === 'transcribing' && texts.transcribing}
          {state === 'failed' && failure}
        </output>
        <p className={styles.where}>{isExplained ? explainRecording(path, counts) : sentenceOf(path)}</p>
      </div>
      <div className={styles.actions}>
        <Button look="plain" size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
        {isExplained && (
          <Button size="small" ref={focusButton} onClick={onStart}>
            {texts.start}
          </Button>
        )}
        {(state === 'recording' || isStopped) && (
          <Button size="small" onClick={onFinish}>
            {state === 'failed' ? texts.retry : texts.done}
          </Button>
        )}
      </div>
    </section>
  );
}

function Meter({ dictation: { microphone } }: { readonly dictation: Dictation }) {
  const bar = useRef<HTMLSpanElement>(null);
  const [seconds, setSeconds] = useState(0);
  useLevel(bar, microphone);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1_000)), 250);
    return () => clearInterval(timer);
  }, []);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className={styles.recording}>
      <span className={styles.level} aria-hidden>
        <span ref={bar} className={styles.bar} />
      </span>
      <span role="timer">{texts.recording({ time })}</span>
    </p>
  );
}
