import { useEffect, useState } from 'react';
import { localServers } from '../../../../shared/providers/local-servers.ts';
import { Button } from '../../../components/Button.tsx';
import type { LocalModels } from '../../../platform/platform.ts';
import styles from './FirstStart.module.css';
import { firstStartTexts as texts } from './texts.ts';

/** Further models are only counted, because some programs list hundreds. */
const shownModels = 5;

interface LocalModelSearchProps {
  readonly find: () => Promise<readonly LocalModels[]>;
  readonly onUse: (found: readonly LocalModels[]) => void;
}

export function LocalModelSearch({ find, onUse }: LocalModelSearchProps) {
  const [found, setFound] = useState<readonly LocalModels[] | 'looking' | 'failed'>('looking');
  const look = () => {
    if (found === 'looking') return;
    setFound('looking');
    void find().then(setFound, () => setFound('failed'));
  };
  useEffect(() => {
    void find().then(setFound, () => setFound('failed'));
  }, [find]);
  const hasModels = typeof found !== 'string' && found.length > 0;
  return (
    <div className={styles.form}>
      <output className={styles.form}>
        <Result found={found} />
      </output>
      <div className={styles.actions}>
        {hasModels && <Button onClick={() => onUse(found)}>{texts.useModels}</Button>}
        <Button look="outlined" aria-disabled={found === 'looking'} onClick={look}>
          {texts.again}
        </Button>
      </div>
    </div>
  );
}

function Result({ found }: { readonly found: readonly LocalModels[] | 'looking' | 'failed' }) {
  if (found === 'looking') return <p className={styles.text}>{texts.looking}</p>;
  if (found === 'failed') return <p className={styles.error}>{texts.lookFailed}</p>;
  if (found.length === 0)
    return (
      <div className={styles.panel}>
        <p>{texts.noModels}</p>
        <p className={styles.text}>{texts.noModelsText}</p>
        <ul className={styles.programs}>
          {Object.values(texts.programs).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <ul className={styles.panel}>
      {found.map(({ name, models }) => (
        <li key={name}>
          <span className={styles.name}>{localServers.find((one) => one.name === name)?.displayName}</span>
          <ul className={styles.programs}>
            {models.slice(0, shownModels).map(({ id, displayName }) => (
              <li key={id} dir="auto">
                {displayName || id}
              </li>
            ))}
            {models.length > shownModels && (
              <li>{texts.moreModels({ count: models.length - shownModels })}</li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}
