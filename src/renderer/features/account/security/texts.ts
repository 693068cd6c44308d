import type { Toast } from '../../../lib/toast.ts';

export const passwordTexts = {
  lead: 'A new password signs your other devices out.',
} as const;

export const factorTexts = {
  lead: 'An authenticator app on your phone shows a code that is asked for besides your password.',
  off: 'Two-step sign-in is off.',
  on: 'Two-step sign-in is on. Add a second app, for example on a tablet, so that a lost phone does not lock you out.',
  unknown: 'Whether two-step sign-in is on could not be read.',
  retry: 'Retry',
  begin: 'Set up an app',
  another: 'Add another app',
  preparing: 'Preparing...',
  scan: 'Scan this picture with your authenticator app, or type the key into it.',
  picture: 'QR code for your authenticator app',
  secret: 'Key',
  code: 'Code that the app shows',
  setup: { submit: 'Turn on', busy: 'Checking...', cancel: 'Cancel' },
  turnedOn: { title: 'Two-step sign-in is on', variant: 'success' } satisfies Toast,
  app: (at: number) => (at === 1 ? 'Authenticator app' : `Authenticator app ${at}`),
  added: (day: string) => `Added ${day}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeLead: (name: string) => `Type the code that ${name} shows now, to be sure that this is you.`,
  removal: { submit: 'Remove this app', busy: 'Removing...', cancel: 'Keep it' },
  removed: { title: 'Authenticator app removed', variant: 'success' } satisfies Toast,
} as const;

export const sessionTexts = {
  lead: 'Each browser or device that you have signed in with. Sign out the ones that you do not know.',
  list: 'Your sessions',
  current: 'This device',
  since: (day: string) => `Signed in ${day}`,
  active: (day: string) => `last used ${day}`,
  end: 'Sign out',
  endOf: (name: string) => `Sign out ${name}`,
  ended: { title: 'Signed out there', variant: 'success' } satisfies Toast,
  endFailed: 'That session was not ended. Try again in a moment.',
  others: 'Sign out all other devices',
  othersBusy: 'Signing out...',
  othersWarning: 'Every device but this one is signed out.',
  othersDone: { title: 'Other devices signed out', variant: 'success' } satisfies Toast,
  everywhere: 'Sign out everywhere',
  everywhereWarning: 'Every device is signed out, this one too.',
  keep: 'Stay signed in',
  failed: 'Nobody was signed out. Try again in a moment.',
  unknown: 'Your sessions could not be read.',
  retry: 'Retry',
  unknownDevice: 'Unknown device',
} as const;
