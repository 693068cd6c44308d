import { IconColumns2, IconDeviceDesktop, IconKey, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Command } from '../../../lib/commands.ts';
import { useDeviceChoice } from '../../../lib/device-choice.ts';
import { localModelsChoice } from '../../../lib/local-models.ts';
import { paths, settingsPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { platform } from '../../../platform/index.ts';
import { FoundModels } from '../LocalModels.tsx';
import styles from '../ModelPicker.module.css';
import { localModelTexts } from '../setting-texts.ts';
import { modelTexts } from '../texts.ts';
import type { ModelSelection } from '../use-model-selection.ts';
import type { ModelLine } from './lines.ts';
import { modelKey, useModelMemory } from './memory.ts';
import { ModelList } from './ModelList.tsx';
import { pickerTexts } from './texts.ts';

interface ChoicesProps {
  readonly selection: ModelSelection;
  readonly onClose: () => void;
  readonly onOpenKeys: () => void;
  readonly compare: Command | null;
}

export function Choices({ selection, onClose, onOpenKeys, compare }: ChoicesProps) {
  const { sections, entry, section, unavailable, isChanging, select } = selection;
  const navigate = useNavigate();
  const [hasAsked, setHasAsked] = useState(false);
  const isLocalOn = useDeviceChoice(localModelsChoice) === 'on';
  const { memory, remember, toggleFavorite } = useModelMemory(useSession().user?.id ?? '');
  const onChoose = ({ key, entry: { id }, section: chosen }: ModelLine) => {
    if (chosen.locked.has(id)) return void navigate(paths.pricing);
    remember(key);
    void select(id, chosen);
    onClose();
  };
  return (
    <>
      <div className={styles.top}>
        <h2>{modelTexts.title}</h2>
        <button type="button" aria-label={pickerTexts.close} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
      {unavailable !== null && entry && (
        <p className={styles.unavailable}>
          {pickerTexts.unavailable({ model: unavailable, other: entry.name })}
        </p>
      )}
      <ModelList
        sections={sections}
        memory={memory}
        inUse={section && entry ? modelKey(section, entry.id) : null}
        isDisabled={isChanging}
        onChoose={onChoose}
        onStar={({ key }) => toggleFavorite(key)}
      />
      <p className={styles.note}>
        {pickerTexts.keeps} <Link to={settingsPath('models')}>{pickerTexts.byDefault}</Link>
      </p>
      {compare && (
        <button
          type="button"
          className={styles.keys}
          onClick={() => {
            onClose();
            compare.run();
          }}
        >
          <IconColumns2 size={18} stroke={1.75} aria-hidden />
          {compare.label}
        </button>
      )}
      <button type="button" className={styles.keys} onClick={onOpenKeys}>
        <IconKey size={18} stroke={1.75} aria-hidden />
        {modelTexts.useOwnKey}
      </button>
      {platform.findLocalModels && !isLocalOn && (
        <button
          type="button"
          className={styles.keys}
          title={localModelTexts.useNote}
          onClick={() => {
            localModelsChoice.set('on');
            setHasAsked(true);
          }}
        >
          <IconDeviceDesktop size={18} stroke={1.75} aria-hidden />
          {localModelTexts.use}
        </button>
      )}
      {hasAsked && (
        <p className={styles.note}>
          <FoundModels />
        </p>
      )}
      <details className={styles.help}>
        <summary>{modelTexts.help}</summary>
        <p>{modelTexts.helpText}</p>
        <p>{pickerTexts.favoritesHelp}</p>
      </details>
    </>
  );
}
