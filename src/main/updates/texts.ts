import { brand } from '../../shared/brand.ts';

export const texts = {
  newest: (version: string) => `${brand} ${version} is the newest version.`,
  ready: (version: string) => `${brand} ${version} is ready to install.`,
  readyDetail: `It will be installed when you quit ${brand}, or restart now. Your chats and settings are kept.`,
  consent: 'Check for updates once a day?',
  consentDetail: `${brand} then asks the place you got it from for new versions. That place sees the IP address of this computer, as with any download. You can check at any time in the menu.`,
  agree: 'Check Daily',
  decline: "Don't Check",
  restart: 'Restart Now',
  later: 'Later',
  close: 'OK',
  none: `This copy of ${brand} doesn't update automatically.`,
  foreign: 'An update was found, but its signature is not valid. Nothing was installed.',
  failed: `Couldn't check for updates.`,
  detail: {
    none: 'Download new versions from the place you got this one.',
    foreign: `Download new versions of ${brand} only from the place you got this one.`,
    failed: 'Check your connection and try again.',
  },
} as const;
