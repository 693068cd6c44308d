import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMessageActions } from './actions.ts';
import styles from './MessageBar.module.css';
import { messageTexts } from '../texts.ts';

interface VersionSwitcherProps {
  readonly messageId: string;
  /** All versions, oldest first. */
  readonly versions: readonly string[];
}

/** Switches between the versions of a message, e.g. 2/3. */
export function VersionSwitcher({ messageId, versions }: VersionSwitcherProps) {
  const actions = useMessageActions();
  if (!actions || versions.length < 2) return null;
  const place = versions.indexOf(messageId);
  const button = (label: string, id: string | undefined, Icon: typeof IconChevronLeft) => (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      // Not `disabled`, because the button would lose the focus.
      aria-disabled={actions.isBusy || id === undefined}
      onClick={() => id !== undefined && !actions.isBusy && void actions.showVersion(id)}
    >
      <Icon size={14} stroke={2} aria-hidden />
    </button>
  );
  return (
    <fieldset className={styles.versions} aria-label={messageTexts.versions(place + 1, versions.length)}>
      {button(messageTexts.earlierVersion, versions[place - 1], IconChevronLeft)}
      <span aria-hidden>
        {place + 1}/{versions.length}
      </span>
      {button(messageTexts.laterVersion, versions[place + 1], IconChevronRight)}
    </fieldset>
  );
}
