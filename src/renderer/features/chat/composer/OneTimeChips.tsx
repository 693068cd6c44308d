import { IconAt, IconX } from '@tabler/icons-react';
import { useChatEngine } from '../chat-context.ts';
import { oneTimeModelOf, oneTimeDraftOf, writeDraftModel } from '../draft-models.ts';
import { useDraftParameters, writeDraftParameters } from '../draft-parameters.ts';
import styles from './OneTimeChips.module.css';
import { mentionTexts } from './texts.ts';
import { useOneTimeModel } from './use-one-time-model.ts';

interface OneTimeChipsProps {
  readonly draftKey: string;
  readonly onRemoved: () => void;
}

export function OneTimeChips({ draftKey, onRemoved }: OneTimeChipsProps) {
  const { drafts } = useChatEngine();
  const model = useOneTimeModel(draftKey);
  const persona = useDraftParameters(drafts, oneTimeDraftOf(draftKey))?.persona;
  const chip = (name: string, remove: () => void) => (
    <span className={styles.chip}>
      <IconAt size={14} stroke={1.75} aria-hidden />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className="visually-hidden">{mentionTexts.once}</span>
      <button
        type="button"
        className={styles.remove}
        aria-label={mentionTexts.remove({ name })}
        onClick={() => {
          remove();
          onRemoved();
        }}
      >
        <IconX size={14} stroke={1.75} aria-hidden />
      </button>
    </span>
  );
  return (
    <div className={styles.row}>
      {persona && chip(persona.name, () => writeDraftParameters(drafts, oneTimeDraftOf(draftKey), null))}
      {model && chip(model.name, () => writeDraftModel(drafts, oneTimeModelOf(draftKey), null))}
    </div>
  );
}
