import { brand } from '../../shared/brand.ts';

export const texts = {
  title: 'Mailbox',
  pageTitle: `Mailbox – ${brand}`,
  intro: `No mail server is set up. Emails are stored here until ${brand} stops.`,
  empty:
    'No emails yet. Emails appear here when someone signs up or requests a code. Reload the page to check again.',
  to: (address: string) => `To ${address}`,
  openLink: 'Open the link in this email',
  fullMail: 'Full email',
  locked: 'The mailbox contains sign-in codes, so it needs a token.',
  howToOpen: `Open the mailbox URL that ${brand} printed in the terminal when it started, or enter the token from the end of that URL.`,
  token: 'Token',
  open: 'Open the mailbox',
  needsToken: 'The mailbox needs the token that was printed when the service started.',
};
