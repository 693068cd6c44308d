import { IconArrowBackUp } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, use } from 'react';
import { markdownTexts } from '../texts.ts';
import styles from './Footnote.module.css';
import { FootnotesContext } from './footnotes.ts';

const noteId = (prefix: string, label: string) => `note${prefix}${label}`;
const referenceId = (prefix: string, label: string) => `reference${prefix}${label}`;

/** Scrolls to an element and focuses it. The URL stays the same, because the app's router uses it. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}

/** Links to a footnote, or shows plain text if the text has no footnote with this label. */
export function FootnoteReference({ label, text }: { readonly label: string; readonly text: string }) {
  const { prefix, labels } = use(FootnotesContext);
  if (!labels.has(label)) return text;
  const id = noteId(prefix, label);
  return (
    <sup className={styles.reference}>
      <a
        id={referenceId(prefix, label)}
        href={`#${id}`}
        aria-label={markdownTexts.footnote({ label })}
        onClick={(event) => goTo(event, id)}
      >
        {label}
      </a>
    </sup>
  );
}

export function Footnote({ label, children }: { readonly label: string; readonly children?: ReactNode }) {
  const { prefix } = use(FootnotesContext);
  const id = referenceId(prefix, label);
  return (
    <p id={noteId(prefix, label)} className={styles.note} tabIndex={-1} dir="auto">
      <span className={styles.label}>{label}</span>
      {children}{' '}
      <a
        className={styles.back}
        href={`#${id}`}
        aria-label={markdownTexts.footnoteBack({ label })}
        onClick={(event) => goTo(event, id)}
      >
        <IconArrowBackUp size={14} stroke={1.75} aria-hidden />
      </a>
    </p>
  );
}
