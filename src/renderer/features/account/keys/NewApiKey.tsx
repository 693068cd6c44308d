import { useEffect, useId, useRef } from 'react';
import type { CreatedApiKey } from '../../../../shared/account/api-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { CopyButton } from '../../../components/markdown/CopyButton.tsx';
import { apiKeyTexts as texts } from '../texts.ts';
import styles from './ApiKeysSection.module.css';

interface NewApiKeyProps {
  readonly created: CreatedApiKey;
  readonly onDone: () => void;
}

/** A key just made. The service keeps only its hash, so it can be read here and never again. */
export function NewApiKey({ created, onDone }: NewApiKeyProps) {
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.created} aria-labelledby={titleId} tabIndex={-1}>
      <h3 id={titleId} className={styles.createdTitle}>
        {texts.createdTitle(created.name)}
      </h3>
      <p>{texts.createdWarning}</p>
      <div className={styles.key}>
        <code>{created.key}</code>
        <CopyButton text={created.key} label={texts.copy} success={texts.copied} isLabelled />
      </div>
      <div>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </section>
  );
}
