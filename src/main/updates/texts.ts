import { brand } from '../../shared/brand.ts';

/** What the app says about its updates. */
export const texts = {
  newest: (version: string) => `${brand} ${version} is the newest version.`,
  ready: (version: string) => `${brand} ${version} is ready to be installed.`,
  readyDetail: `It is installed when you next quit ${brand}, or now with a restart. Your chats and settings stay.`,
  restart: 'Restart Now',
  later: 'Later',
  close: 'OK',
  none: `This copy of ${brand} does not update itself.`,
  foreign: 'An update was found, but its signature does not fit. Nothing was installed.',
  failed: `${brand} could not look for updates.`,
  detail: {
    none: 'Get new versions from where you got this one.',
    foreign: `Get new versions of ${brand} only from where you got this one.`,
    failed: 'Check the connection and try again.',
  },
} as const;
