import { brand } from '../../shared/brand.ts';
import { params, texts } from '../../shared/texts.ts';

export interface SystemQuestion {
  readonly message: string;
  readonly detail: string;
  readonly confirm: string;
}

export const questionTexts = texts('main/question', { cancel: 'Cancel' });

export const copyChatsTexts = texts('main/copyChats', {
  question: params({
    message: `Copy this computer's chats to {service}?`,
    detail: `${brand} copies the chats, without images and files, to the account that you're signed in to on that service. The chats on this computer don't change.`,
    confirm: 'Copy',
  }),
  alreadyHere: "This computer's chats are already here.",
});

export const erasureTexts = texts('main/erasure', {
  question: {
    message: 'Erase all data on this computer?',
    detail: `This deletes everything that ${brand} stores on this computer: all chats, images and settings, their backups, and the API keys saved in the keychain. It can't be undone.\n\nTo keep a copy, cancel and choose Download my data first. Accounts on other services aren't affected, but you'll need to connect to them again.`,
    confirm: 'Erase Everything',
  },
  elsewhere: 'Your data is on another service. Delete your account there instead.',
  failed: "Couldn't write to the disk, so nothing was erased. Free some space, then try again.",
});

export const screenCaptureTexts = texts('main/screenCapture', {
  screen: 'Entire screen',
  oneScreen: params('Screen {number}'),
  denied: `${brand} isn't allowed to capture the screen. Allow it in System Settings → Privacy & Security → Screen Recording, restart ${brand}, then try again.`,
  failed: "The screenshot couldn't be taken. If a window is closed or minimized, open it, then try again.",
});
