import { brand } from '../shared/brand.ts';
import { params, texts } from '../shared/texts.ts';

export const startTexts = texts('main/start', {
  failed: `${brand} can't start`,
  unknown: `An unknown error occurred. Try starting ${brand} again.`,
  noSandbox: `${brand} runs its pages in a sandbox that protects your files, but the sandbox is turned off or not available on this system.\n\nStart ${brand} without --no-sandbox. If that doesn't help, install the deb or rpm package instead of the AppImage, or allow unprivileged user namespaces.`,
  settings: "Some settings on this computer couldn't be loaded or saved.",
  proxy: params('The proxy {host} requires a name and password.'),
  proxyDetail: `${brand} can't send them, so requests through this proxy fail. Your chats are safe. Ask your administrator for access without a password. Models on this computer work without the proxy.`,
  keysLeft: 'Your data was erased. The keychain is locked or missing, so API keys may still be in it.',
  notErased: `${brand} couldn't erase all data, because a file is in use or protected. Close other programs and start ${brand} again.`,
});
