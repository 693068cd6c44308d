import { useId, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import type { Shell } from '../../../platform/shell.ts';
import type { ImportProgress } from './import-chats.ts';
import { transferTexts as texts } from './texts.ts';
import styles from './TransferDialog.module.css';
import type { ImportState, useImport } from './use-import.ts';

interface ImportPartProps extends ReturnType<typeof useImport> {
  /**
   * The desktop app if it has chats on this computer that can be copied to the current service. Null
   * otherwise.
   */
  readonly shell: Shell | null;
}

export function ImportPart({ state, choose, bring, start, stop, reset, shell }: ImportPartProps) {
  const picker = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const isEnded = state.kind === 'done' || state.kind === 'stopped' || state.kind === 'failed';
  const isFree = state.kind === 'idle' || state.kind === 'refused' || isEnded;
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.heading}>
        {texts.importTitle}
      </h3>
      <p className={styles.text}>{texts.importText}</p>
      {shell && <p className={styles.text}>{texts.bringText}</p>}
      <div className={styles.state} aria-live="polite">
        <ImportStatus state={state} />
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,.zip,application/json,application/zip"
        aria-label={texts.choose}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Otherwise, selecting the same file again would not trigger an event.
          event.currentTarget.value = '';
          if (file) void choose(file);
        }}
      />
      <DialogActions>
        {state.kind === 'running' && (
          <Button look="outlined" onClick={stop}>
            {texts.stop}
          </Button>
        )}
        {state.kind === 'opened' && (
          <>
            <Button look="plain" onClick={reset}>
              {texts.again}
            </Button>
            <Button onClick={() => void start(state.file)}>{texts.start}</Button>
          </>
        )}
        {shell && isFree && (
          <Button look="outlined" onClick={() => void bring(shell)}>
            {texts.bring}
          </Button>
        )}
        {isFree && (
          <Button
            look={state.kind === 'idle' ? 'filled' : 'outlined'}
            onClick={() => picker.current?.click()}
          >
            {state.kind === 'idle' ? texts.choose : texts.again}
          </Button>
        )}
      </DialogActions>
    </section>
  );
}

function ImportStatus({ state }: { readonly state: ImportState }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'reading':
      return (
        <>
          <p>{texts.reading}</p>
          {/* Once the file is read, it is parsed. The progress bar has no value then. */}
          <progress
            className={styles.progress}
            aria-label={texts.readingProgress}
            {...(state.share < 1 && { value: state.share })}
          />
        </>
      );
    case 'opening':
      return (
        <>
          <p>{texts.opening}</p>
          <progress className={styles.progress} aria-label={texts.opening} />
        </>
      );
    case 'refused':
      return <p className={styles.failure}>{state.message}</p>;
    case 'opened':
      return <p>{texts.found({ source: texts.sources[state.file.source], count: state.file.count })}</p>;
    case 'running': {
      const { total, imported, present, refused, overLimit } = state.progress;
      const processedCount = imported + present + refused + overLimit;
      return (
        <progress className={styles.progress} aria-label={texts.progress} max={total} value={processedCount}>
          {processedCount} / {total}
        </progress>
      );
    }
    case 'failed':
      return <p className={styles.failure}>{state.message}</p>;
    case 'done':
      return <Result lead={texts.done({ count: state.progress.imported })} progress={state.progress} />;
    case 'stopped':
      return <Result lead={texts.stopped({ count: state.progress.imported })} progress={state.progress} />;
  }
}

function Result({ lead, progress }: { readonly lead: string; readonly progress: ImportProgress }) {
  const notes = (['present', 'refused', 'overLimit', 'hidden'] as const).filter((key) => progress[key] > 0);
  return (
    <>
      <p>{lead}</p>
      {notes.map((key) => (
        <p key={key} className={styles.text}>
          {texts[key]({ count: progress[key] })}
        </p>
      ))}
    </>
  );
}
