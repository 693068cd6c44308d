import { params, plural, texts } from '../../../../shared/texts.ts';

export const undoNoticeTexts = texts('chat/undoNotice', {
  deleted: {
    one: params('Chat deleted: {title}'),
    several: plural({ one: '{count} chat deleted', other: '{count} chats deleted' }),
  },
  moved: {
    one: params('Chat moved: {title}'),
    several: plural({ one: '{count} chat moved', other: '{count} chats moved' }),
  },
  archived: {
    one: params('Chat archived: {title}'),
    several: plural({ one: '{count} chat archived', other: '{count} chats archived' }),
  },
});
