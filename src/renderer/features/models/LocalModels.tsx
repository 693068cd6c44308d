import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useDeviceChoice } from '../../lib/device-choice.ts';
import { localModelsChoice } from '../../lib/local-models.ts';
import styles from './LocalModels.module.css';
import { modelQueries } from './queries.ts';
import { localModelTexts as texts } from './setting-texts.ts';

/** Lets the app use models that programs on this computer provide. */
export function LocalModels() {
  const isOn = useDeviceChoice(localModelsChoice) === 'on';
  const { isFetching, refetch } = useQuery({ ...modelQueries.onThisComputer(), enabled: isOn });
  return (
    <div className={styles.local}>
      <Switch
        label={texts.use}
        note={texts.useNote}
        isOn={isOn}
        onChange={(on) => localModelsChoice.set(on ? 'on' : 'off')}
      />
      {isOn && (
        <>
          <FoundModels />
          <Button look="outlined" size="small" disabled={isFetching} onClick={() => void refetch()}>
            {texts.again}
          </Button>
        </>
      )}
    </div>
  );
}

export function FoundModels() {
  const { data: found = [], isFetching, isError } = useQuery(modelQueries.onThisComputer());
  const text = () => {
    if (isFetching) return texts.looking;
    if (isError) return texts.failed;
    if (found.length === 0) return texts.none;
    return found.map(({ title, models }) => `${title}: ${texts.count({ count: models.length })}`).join('\n');
  };
  return <output className={styles.found}>{text()}</output>;
}
