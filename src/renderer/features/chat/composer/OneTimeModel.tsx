import { IconAt, IconX } from '@tabler/icons-react';
import { useChatEngine } from '../chat-context.ts';
import { oneTimeModelOf, writeDraftModel } from '../draft-models.ts';
import styles from './OneTimeModel.module.css';
import { mentionTexts } from './texts.ts';
import { useOneTimeModel } from './use-one-time-model.ts';

interface OneTimeModelProps {
  readonly draftKey: string;
  readonly onRemoved: () => void;
}

/** Shows the model that replies to this message only, with a button to remove it. */
export function OneTimeModel({ draftKey, onRemoved }: OneTimeModelProps) {
  const { drafts } = useChatEngine();
  const model = useOneTimeModel(draftKey);
  return (
    <output className={styles.row}>
      {model && (
        <span className={styles.chip}>
          <IconAt size={14} stroke={1.75} aria-hidden />
          <span className={styles.name} dir="auto">
            {model.name}
          </span>
          <span className="visually-hidden">{mentionTexts.once}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={mentionTexts.remove({ model: model.name })}
            onClick={() => {
              writeDraftModel(drafts, oneTimeModelOf(draftKey), null);
              onRemoved();
            }}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </button>
        </span>
      )}
    </output>
  );
}
