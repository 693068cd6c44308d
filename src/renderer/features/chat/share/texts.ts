import { brand } from '../../../../shared/brand.ts';
import { params, plural, texts } from '../../../../shared/texts.ts';

export const shareDialogTexts = texts('chat/share', {
  title: 'Share this chat',
  loading: 'Loading the chat…',
  loadFailed: "Couldn't load the chat. Check your connection, then try again.",
  retry: 'Retry',
  close: 'Close',
  empty: 'This chat has no messages to share yet.',
  lead: 'The link shows the messages below as they are now. Later messages are not added.',
  protection: `The chat is encrypted in your browser. The key is only in the link, so ${brand}'s service can't read the shared copy. Everyone with the link can.`,
  preview: 'What the link shows',
  never:
    'Never shared: other versions, instructions and system prompts, parameters, files and images, costs, keys, your name and email.',
  reasoning: 'Include thinking',
  models: 'Include model names',
  expiry: 'The link works for',
  days: { '1': '1 day', '7': '7 days', '30': '30 days', never: 'Until you revoke it' },
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
    loopback: 'This address works on this computer only. Others need the address of your service.',
    expires: params('The link works until {day}.'),
    endless: 'The link works until you revoke it.',
    password: 'The password is needed to open it.',
    manage: 'See and revoke your links in Settings, under Privacy and data.',
    done: 'Done',
  },
  unavailable: {
    local:
      "This chat is on your computer, which other people can't reach, so a link would not work for them. Export the chat as a file instead, or use this app with a service that they can reach.",
    unknown:
      "Links can't be created in this app, because the web address of your service isn't known. Open the chat in a browser to share it.",
    guest: "Guests can't share chats, because their account is deleted after a day. Create an account first.",
    off: 'The administrators of this service have turned sharing off. You can still export the chat as a file.',
  },
  account: 'Create account',
  messages: plural({ one: '{count} message', other: '{count} messages' }),
});
