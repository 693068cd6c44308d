import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Mark } from '../../../components/Mark.tsx';
import { usePageTitle } from '../../../lib/use-page.ts';
import styles from './FirstStart.module.css';
import { firstStartTexts as texts } from './texts.ts';

interface StartPageProps {
  readonly title: string;
  readonly lead: string;
  /** Shown above the content, for example if a choice could not be saved. */
  readonly failure?: string | null;
  /** Absent on the first page. */
  readonly onBack?: () => void;
  readonly children: ReactNode;
}

/** One step of the first start. Use a new `key` for each, so that its heading gets the focus. */
export function StartPage({ title, lead, failure, onBack, children }: StartPageProps) {
  usePageTitle(title);
  const page = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers announce the new step, unless one of its fields already has the focus.
  useEffect(() => {
    if (!page.current?.contains(document.activeElement)) heading.current?.focus();
  }, []);
  return (
    <main ref={page} className={styles.page}>
      <div className={styles.content}>
        {onBack ? (
          <Button look="plain" size="small" onClick={onBack}>
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
            {texts.back}
          </Button>
        ) : (
          <Mark size={40} className={styles.mark} />
        )}
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {failure && (
          <p role="alert" className={styles.error}>
            {failure}
          </p>
        )}
        {children}
      </div>
    </main>
  );
}
