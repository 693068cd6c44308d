import { brand } from '../../../shared/brand.ts';
import { params, texts } from '../../../shared/texts.ts';

export const shareTexts = texts('share/page', {
  title: 'Shared chat',
  opening: 'Opening the shared chat…',
  sharedAt: params('Shared on {day}'),
  expires: params('This link expires on {day}'),
  about: `A user shared this chat with a link. Replies are written by AI and can be wrong. This page was decrypted in your browser: ${brand}'s service can't read it.`,
  continue: `Continue in my ${brand}`,
  continuing: 'Copying…',
  continueNote: 'Copies this chat to your account. The original stays unchanged.',
  signInFirst: 'After you sign in, the chat is copied to your account.',
  continueFailed: "Couldn't copy the chat to your account. Try again.",
  print: 'Print',
  retry: 'Retry',
  signIn: 'Sign in',
  createAccount: 'Create account',
  home: 'Go to the home page',
  password: {
    lead: 'This chat is protected by a password. Ask the person who sent you the link.',
    label: 'Password',
    open: 'Open chat',
    opening: 'Opening…',
    wrong: 'This password is wrong, or the link is incomplete. Passwords are case-sensitive.',
  },
  failures: {
    incomplete: {
      title: 'This link is incomplete',
      lead: 'The part after # is the key that decrypts the chat. It is missing or cut off. Copy the whole link, then open it again.',
    },
    wrong: {
      title: "This link can't be decrypted",
      lead: "The key in the link doesn't match this chat, or the stored chat was changed. Ask for the link again.",
    },
    gone: {
      title: "This chat isn't shared",
      lead: 'The link has expired, was revoked, or never existed. Ask the person who sent it for a new one.',
    },
    off: {
      title: 'Sharing is turned off',
      lead: "The administrators of this service don't allow links to chats.",
    },
    members: {
      title: 'Sign in to open this chat',
      lead: 'On this service, only users with an account can open shared chats.',
    },
    busy: {
      title: 'This link was opened too many times',
      lead: 'Wait a minute, then try again.',
    },
    unreachable: {
      title: "The service can't be reached",
      lead: 'Check your connection, then try again.',
    },
  },
});

export type FailureReason = keyof typeof shareTexts.failures;
