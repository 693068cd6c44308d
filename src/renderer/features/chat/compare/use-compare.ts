import { IconColumns2 } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isUuid } from '../../../../shared/domain/uuid.ts';
import { useCommands } from '../../../lib/commands.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { compareEntryTexts } from './entry-texts.ts';

/**
 * Opens and closes the comparison. The URL contains the id of the message whose replies are compared.
 * Temporary chats can't compare replies, because their messages have no versions.
 */
export function useCompare(chatId: string, inputRef: RefObject<HTMLTextAreaElement | null>) {
  const { changes } = useChatEngine();
  const { models = [], askForKey } = useChatScreen();
  const compared = useSearchParams()[0].get('compare');
  const questionId = changes && compared && isUuid(compared) ? compared : null;
  const [chooserOf, setChooserOf] = useState<string | null>(null);
  useCommands(() =>
    changes === null || models.length < 2 || questionId !== null
      ? []
      : [
          {
            id: 'compare',
            group: 'models',
            label: compareEntryTexts.compare,
            words: compareEntryTexts.words,
            Icon: IconColumns2,
            run: askForKey ?? (() => setChooserOf(chatId)),
          },
        ],
  );
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && questionId === null) inputRef.current?.focus();
    wasOpen.current = questionId !== null;
  }, [inputRef, questionId]);
  return {
    questionId,
    isChoosing: chooserOf === chatId,
    closeChooser: useCallback(() => setChooserOf(null), []),
  };
}
