import { texts } from '../../../../shared/texts.ts';

export const importSharedTexts = texts('chat/importShared', {
  overLimit: "Your account can't store more chats. Delete some, then try again.",
});
