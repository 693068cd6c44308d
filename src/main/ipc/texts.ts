import { brand } from '../../shared/brand.ts';

export interface SystemQuestion {
  readonly message: string;
  readonly detail: string;
  readonly confirm: string;
}

export const cancelLabel = 'Cancel';

export const copyChatsTexts = {
  question: (to: string): SystemQuestion => ({
    message: `Copy this computer's chats to ${to}?`,
    detail: `${brand} copies the chats, without images and files, to the account that you're signed in to on that service. The chats on this computer don't change.`,
    confirm: 'Copy',
  }),
  alreadyHere: "This computer's chats are already here.",
} as const;

export const erasureTexts = {
  question: {
    message: 'Erase all data on this computer?',
    detail: `This deletes everything that ${brand} stores on this computer: all chats, images and settings, their backups, and the API keys saved in the keychain. It can't be undone.\n\nTo keep a copy, cancel and choose Download my data first. Accounts on other services aren't affected, but you'll need to connect to them again.`,
    confirm: 'Erase Everything',
  } satisfies SystemQuestion,
  elsewhere: 'Your data is on another service. Delete your account there instead.',
  failed: "Couldn't write to the disk, so nothing was erased. Free some space, then try again.",
} as const;
