import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useDeviceChoice } from '../../lib/device-choice.ts';
import { localModelsChoice } from '../../lib/local-models.ts';
import styles from './LocalModels.module.css';
import type { ModelSection } from './own-sections.ts';
import { modelQueries } from './queries.ts';
import { localModelTexts as texts } from './setting-texts.ts';

/** Lets the app use the models of programs on this computer. */
export function LocalModels() {
  const isOn = useDeviceChoice(localModelsChoice) === 'on';
  const { data, isFetching, isError, refetch } = useQuery({
    ...modelQueries.onThisComputer(),
    enabled: isOn,
  });
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
          <output className={styles.found}>
            {isFetching ? texts.looking : resultOf(data ?? [], isError)}
          </output>
          <Button look="outlined" size="small" disabled={isFetching} onClick={() => void refetch()}>
            {texts.again}
          </Button>
        </>
      )}
    </div>
  );
}

function resultOf(found: readonly ModelSection[], isError: boolean): string {
  if (isError) return texts.failed;
  if (found.length === 0) return texts.none;
  return found.map(({ title, models }) => `${title}: ${texts.count({ count: models.length })}`).join('\n');
}
