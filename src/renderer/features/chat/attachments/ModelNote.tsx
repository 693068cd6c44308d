import { defaultContextLength } from '../../../../shared/domain/context-window.ts';
import { listOf } from '../../../lib/locale.ts';
import { useChatScreen } from '../chat-context.ts';
import { useOneTimeModel } from '../composer/use-one-time-model.ts';
import { type Attachment, attachedTokens } from './attachment.ts';
import styles from './ModelNote.module.css';
import { fileTexts as texts } from './texts.ts';

/** The note names at most this many models. */
const maxNamedModels = 3;

interface ModelNoteProps {
  readonly draftKey: string;
  readonly files: readonly Attachment[];
}

/** Warns the user before sending if the model can't read the files. */
export function ModelNote({ draftKey, files }: ModelNoteProps) {
  const { model: ofChat, models = [] } = useChatScreen();
  const model = useOneTimeModel(draftKey) ?? ofChat;
  // The demo ignores files.
  if (!model || model.service?.client === 'demo') return null;
  const isBlind = model.supportsImages === false && files.some(({ kind }) => kind === 'image');
  const able = models.filter(({ supportsImages }) => supportsImages === true).slice(0, maxNamedModels);
  const limit = model.contextLength ?? defaultContextLength;
  const tokens = attachedTokens(files);
  const notes = [
    isBlind && texts.cannotSee({ model: model.name }),
    isBlind && able.length > 0 && texts.canSee({ models: listOf(able.map(({ name }) => name)) }),
    tokens > limit && texts.tooLong({ count: tokens, model: model.name, limit }),
  ].filter(Boolean);
  return <output className={styles.note}>{notes.join(' ')}</output>;
}
