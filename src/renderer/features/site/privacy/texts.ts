import { brand } from '../../../../shared/brand.ts';
import { texts } from '../../../../shared/texts.ts';

export const privacyTexts = texts('privacy/page', {
  title: 'Where your data goes',
  lead: 'What is stored, what is sent, and who can read it, with every single request listed below.',
  summary: {
    title: 'The short version',
    columns: ['What', 'Where it is', 'Who can read it', 'How long'],
    rows: [
      [
        'Your chats',
        'In the database of the service you are signed in to',
        'Only you. Administrators only if you turn on "Let support see my chats", and each view is listed in your settings',
        'Until you delete them',
      ],
      ['Temporary chats', 'Nowhere', 'Only you, while they are open', 'Until you close them'],
      [
        'A chat you share by link',
        'In the database, encrypted in your browser. The key is only in the link',
        'Everyone with the link, and the password if you set one. Not the service and not administrators',
        'Until the link expires, you revoke it, or you delete the chat',
      ],
      [
        'A message you send',
        'Sent to the provider of the model you chose, with the recent part of that chat',
        'That provider, under its own rules. The built-in demo sends nothing',
        'As long as its rules allow',
      ],
      [
        'Your own provider key',
        'Desktop app: in the keychain. Web: in memory or, if you choose, encrypted in this browser',
        'Only your own requests use it',
        'Until you remove it',
      ],
      [
        'Drafts and recent chats',
        'On this device, so that they open offline',
        'People who use this device',
        'Until you sign out',
      ],
      ['Ads, trackers, third-party scripts', 'None', 'No one', 'Never'],
    ],
  },
  device: {
    title: 'Everything that this device stores',
    text: "Your session, your name and email for the greeting, the color scheme, unsent drafts, a cookie that remembers the sidebar, and, for offline use, your latest chats, the chats you opened and, after you sign in, the app's own files. Your own provider key is stored only if you want, and encrypted. If the service can't be reached when a reply ends, the desktop app keeps the reply in a file that only you can read, until it is stored. No advertising, no third-party scripts, no external fonts.",
  },
});

export const requestTexts = texts('privacy/requestList', {
  title: 'What leaves this device',
  lead: `Every request that the app sends and why. If nothing else is named, it goes to the service you opened ${brand} from, and no other host. Automated tests compare this list with the source code and with the running app.`,
  where: 'Request',
  fields: 'Contains',
  none: 'only your session',
});
