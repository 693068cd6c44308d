import { remainingMessagesText, useUsage } from '../../../lib/usage.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { chatLimits } from '../constants.ts';
import { newChatDraft } from '../drafts.ts';
import { useParameters } from '../parameters/use-parameters.ts';
import type { ChatModel } from '../turn/live-turn.ts';
import styles from './Composer.module.css';
import { quotaTexts } from './texts.ts';
import { useOneTimeModel } from './use-one-time-model.ts';

const narrowQuery = `(max-width: ${chatLimits.narrowBelow - 0.02}px)`;
/** The input shows the number of messages left today if it is at most this. */
const MAX_SHOWN_LEFT = 3;

/** Returns the model's name. Mentions the demo if it replies instead of the model. */
export const recipientName = ({ name, service }: Pick<ChatModel, 'name' | 'service'>): string =>
  service?.client === 'demo' ? quotaTexts.inDemo({ model: name }) : name;

export const recipientText = (model: Pick<ChatModel, 'name' | 'service'>): string =>
  quotaTexts.to({ model: recipientName(model) });

export function RecipientNote({ draftKey }: { readonly draftKey: string }) {
  const { model: ofChat } = useChatScreen();
  const model = useOneTimeModel(draftKey) ?? ofChat;
  const usage = useUsage();
  const persona = usePersona(draftKey);
  const isNarrow = useMedia(narrowQuery);
  // A new chat's landing screen already shows the number of messages left.
  const messagesLeft = usage?.left ?? 0;
  const isFew = draftKey !== newChatDraft && messagesLeft > 0 && messagesLeft <= MAX_SHOWN_LEFT;
  const words = [
    // On narrow screens, the footer line shows the model.
    !isNarrow && model && recipientText(model),
    persona?.name,
    model?.vendor?.endpointOrigin && quotaTexts.ownKey,
    usage && isFew && remainingMessagesText(usage),
  ].filter(Boolean);
  return words.length > 0 && <span className={styles.sentWith}>{words.join(' · ')}</span>;
}

/** Returns the persona of a chat with messages. A new chat's landing screen shows its persona itself. */
function usePersona(draftKey: string) {
  const { temporary } = useChatEngine();
  const isNew = draftKey === newChatDraft;
  const isStored = !isNew && temporary !== null;
  const { parameters } = useParameters(isStored ? draftKey : null, draftKey);
  return isNew ? null : parameters?.persona;
}
