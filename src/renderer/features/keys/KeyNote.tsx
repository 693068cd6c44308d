import type { KeyPlace } from '../../platform/own-keys/own-keys.ts';
import styles from './KeyDialog.module.css';
import { keyTexts } from './texts.ts';

interface KeyNoteProps {
  readonly id?: string;
  readonly place: KeyPlace;
  readonly origin: string;
}

const onThisComputer: ReadonlySet<KeyPlace> = new Set(['keychain', 'session']);

/** Where the key is, and where it goes: the truth for this place [KEY-006, KEY-007]. */
export function KeyNote({ id, place, origin }: KeyNoteProps) {
  const sent = onThisComputer.has(place) ? keyTexts.sentDirectly : keyTexts.sentThroughService;
  return (
    <p id={id} className={styles.note}>
      {keyTexts.kept(place)} {sent(origin)}
    </p>
  );
}
