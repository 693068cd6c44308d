import { brand } from '../../../../shared/brand.ts';
import { params, plural, texts } from '../../../../shared/texts.ts';

export const shareDialogTexts = texts('chat/share', {
  title: 'Share this chat',
  loading: 'Loading the chat…',
  loadFailed: "Couldn't load the chat. Check your connection, then try again.",
  retry: 'Retry',
  close: 'Close',
  empty: 'This chat has no messages to share yet.',
  lead: "The link shows the messages below as they are now. Later messages aren't added.",
  protection: `The chat is encrypted in your browser. The key is only in the link, so ${brand}'s service can't read the shared copy. Everyone with the link can.`,
  preview: 'What the link shows',
  never:
    'Never shared: other versions, instructions and system prompts, parameters, files and images, costs, keys, your name and email.',
  reasoning: 'Include thinking',
  models: 'Include model names',
  expiry: 'Expiration',
  days: { '1': '1 day', '7': '7 days', '30': '30 days', never: 'No expiration' },
  password: 'Password (optional)',
  passwordHint: "Send it separately from the link. It can't be recovered.",
  passwordShort: 'Use at least 8 characters, or leave it empty.',
  create: 'Create link',
  creating: 'Creating…',
  cancel: 'Cancel',
  failed: "Couldn't create the link. Check your connection, then try again.",
  tooLong: params(
    'This chat is too long to share ({size} kB, limit {limit} kB). Choose "Branch in new chat" on an earlier message, then share the new chat.',
  ),
  audience: {
    members: 'Only users with an account on this service can open it.',
    everyone: 'Everyone who has the link can open it, without an account.',
  },
  created: {
    title: 'Your link is ready',
    copy: 'Copy link',
    copied: 'Link copied',
    link: 'Link',
    once: `Copy it now: ${brand} doesn't keep the key, so the link can't be shown again.`,
    loopback:
      'This link works only on this computer. To share a chat with others, open the app at a URL that they can reach.',
    expires: params('The link works until {day}.'),
    endless: 'The link works until you revoke it.',
    password: 'Others need the password to open it.',
    manage: 'See and revoke your links in Settings, under Privacy and data.',
    done: 'Done',
  },
  unavailable: {
    local:
      "This chat is stored only on your computer, so a link wouldn't work for others. Export the chat as a file instead, or connect this app to a service that others can reach.",
    unknown:
      "This app doesn't know the web address of your service, so it can't create links. To share the chat, open it in a browser.",
    guest: "Guests can't share chats, because their account is deleted after a day. Create an account first.",
    off: 'The administrators of this service have turned sharing off. You can still export the chat as a file.',
  },
  account: 'Create account',
  messages: plural({ one: '{count} message', other: '{count} messages' }),
});
