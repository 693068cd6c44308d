import { brand } from '../../shared/brand.ts';
import { params, plural, texts } from '../../shared/texts.ts';

export const updateTexts = texts('main/updates', {
  newest: params(`You're up to date. ${brand} {version} is the latest version.`),
  ready: params(`${brand} {version} is ready to install.`),
  readyDetail: `It will be installed when you quit ${brand}. You can also restart now. Your chats and settings are kept.`,
  notes: params('New in this version:\n\n{notes}'),
  waiting: 'An update is ready, but a reply is running.',
  waitingDetail: `You can install it when the reply ends. Otherwise, it will be installed when you quit ${brand}.`,
  consent: 'Check for updates once a day?',
  consentDetail: `${brand} contacts its download server, which sees this computer's IP address. You can also check from the menu.`,
  agree: 'Check Daily',
  decline: "Don't Check",
  restart: 'Restart Now',
  later: 'Later',
  close: 'OK',
  noStart: plural({
    one: `${brand} {version} failed to start.`,
    other: `${brand} {version} failed to start {count} times.`,
  }),
  noStartDetail: params(
    `You can install version {previous} again from its release page, or try once more. ${brand} won't offer this update again.`,
  ),
  noStartBackup:
    "If your chats don't open in that version, choose File → Restore a Backup…, then select one from before the update.",
  noStartWithoutPage: 'You can try once more, or install another version from where you got this one.',
  startAnyway: 'Start Anyway',
  openPage: params('Open {version} Release Page'),
  quit: 'Quit',
  broken: params(`${brand} {version} didn't start on this computer, so it isn't offered again.`),
  none: `This copy of ${brand} doesn't update automatically.`,
  foreign: "An update was found, but its signature isn't valid. Nothing was installed.",
  failed: `Couldn't check for updates.`,
  detail: {
    none: 'To update, download the latest version from where you got this one.',
    foreign: `Download new versions of ${brand} only from where you got this one.`,
    failed: 'Check your connection, then try again.',
  },
});
