import { texts } from '../../shared/texts.ts';

export const guestChatsTexts = texts('lib/guestChats', {
  title: 'Sign out and lose your chats?',
  text: "You're using Clover as a guest, so you can't open these chats again after signing out. Create an account to keep them.",
  confirm: 'Sign Out',
  cancel: 'Cancel',
  alternative: 'Create Account',
});
