import { params, plural, texts } from '../../../../../shared/texts.ts';

export const viewTexts = texts('admin/view', {
  title: 'View as user',
  loading: 'Loading account…',
  banner: params('You are viewing {name}, read-only. Each page is logged.'),
  left: plural({ one: 'Ends in {count} minute', other: 'Ends in {count} minutes' }),
  region: 'Current view',
  end: 'Stop viewing',
  back: 'Continue viewing',
  none: {
    title: "You're not viewing a user",
    text: 'Choose "View as this user" in a user\'s menu. Viewing ends after 60 minutes.',
  },
  over: 'Viewing has ended. To continue, choose "View as this user" again.',
  hidden: 'Hidden: this user does not let support see chats',
  consents:
    'This user lets support see their chats. You see titles and messages, and each page that you open is logged.',
  noConsent: 'This user does not let support see chats. Titles and messages are hidden.',
  account: 'Account',
  chats: 'Chats',
  noChats: 'No chats yet',
  messages: 'Messages',
  chatOf: params('Chat from {date}'),
  openChat: params('Open {title}'),
  length: plural({ one: '{count} character', other: '{count} characters' }),
  messageCount: plural({ one: '{count} message', other: '{count} messages' }),
  older: 'Show older messages',
  backToChats: 'Back to the chats',
  roles: { user: 'User', assistant: 'Assistant', system: 'System' },
  toUsers: 'All users',
  unreadable: 'The service sent an unexpected response. Try again.',
});
