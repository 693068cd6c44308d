import { brand } from '../../shared/brand.ts';
import { texts } from '../../shared/texts.ts';

export const signOutTexts = texts('lib/signOut', {
  drafts: {
    title: 'Sign out and delete your drafts?',
    text: 'Unsent messages and unsaved changes are stored on this device. Signing out deletes them.',
    confirm: 'Sign out',
    cancel: 'Stay signed in',
  },
  guest: {
    title: 'Sign out and lose your chats?',
    text: `You're using ${brand} as a guest, so you can't open these chats again after signing out. Create an account to keep them.`,
    confirm: 'Sign out',
    cancel: 'Stay signed in',
    alternative: 'Create account',
  },
});
