import { useEffect, useState } from 'react';
import type { ComputerChoices, ComputerState } from '../../../shared/ipc/computer.ts';
import { Switch } from '../../components/Switch.tsx';
import type { Shell } from '../../platform/shell.ts';
import styles from './Computer.module.css';
import { ShortcutField } from './ShortcutField.tsx';
import { ProblemReport } from './ProblemReport.tsx';
import { ServiceChoice } from './ServiceChoice.tsx';
import { SpellingField } from './SpellingField.tsx';
import { messageOf } from './message-of.ts';
import { computerTexts as texts } from './texts.ts';

/** The app's settings on this computer, for all accounts. Changes apply immediately. */
export function ComputerSettings({ shell }: { readonly shell: Shell }) {
  const [state, setState] = useState<ComputerState | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const show = (next: ComputerState) => {
    setState(next);
    setFailure(null);
  };
  const fail = (error: unknown) => setFailure(messageOf(error));
  const read = () => void shell.readComputer().then(show, fail);
  useEffect(read, [shell]);
  const change = (choices: Partial<ComputerChoices>) => void shell.changeComputer(choices).then(show, fail);

  const error = failure && (
    <p role="alert" className={styles.error}>
      {failure}
    </p>
  );
  if (!state) return error || <p>{texts.loading}</p>;
  return (
    <div className={styles.stack}>
      <Switch
        label={texts.notifyReplies}
        note={texts.notifyRepliesNote}
        isOn={state.notifyReplies}
        onChange={(notifyReplies) => change({ notifyReplies })}
      />
      <Switch
        label={texts.closeToTray}
        note={texts.closeToTrayNote}
        isOn={state.closeToTray}
        onChange={(closeToTray) => change({ closeToTray })}
      />
      <Switch
        label={texts.startAtLogin}
        note={state.canStartAtLogin ? undefined : texts.startAtLoginMissing}
        isOn={state.startAtLogin}
        isDisabled={!state.canStartAtLogin}
        onChange={(startAtLogin) => change({ startAtLogin })}
      />
      {state.canStartAtLogin && (
        <Switch
          label={texts.startHidden}
          note={state.closeToTray ? undefined : texts.startHiddenMissing}
          isOn={state.startHidden && state.closeToTray}
          isDisabled={!state.closeToTray}
          onChange={(startHidden) => change({ startHidden })}
        />
      )}
      {state.hasUpdates && (
        <Switch
          label={texts.checkForUpdates}
          note={texts.checkForUpdatesNote}
          isOn={state.checkForUpdates}
          onChange={(checkForUpdates) => change({ checkForUpdates })}
        />
      )}
      <ShortcutField keys={state.quickAskKeys} onChange={(quickAskKeys) => change({ quickAskKeys })} />
      <SpellingField
        offered={state.spellingOffered}
        languages={state.spellingLanguages}
        onChange={(spellingLanguages) => change({ spellingLanguages })}
      />
      {error}
      <ServiceChoice shell={shell} service={state.service} onChange={read} />
      <ProblemReport shell={shell} />
    </div>
  );
}
