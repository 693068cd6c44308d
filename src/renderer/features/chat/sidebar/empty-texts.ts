import { texts } from '../../../../shared/texts.ts';

export const emptyTexts = texts('chat/sidebarEmpty', {
  none: 'No chats yet',
  start: 'Start a new conversation',
  noneOpen: 'No other chats',
  archived: 'Archived chats',
  inProjects: 'Chats in projects',
});
