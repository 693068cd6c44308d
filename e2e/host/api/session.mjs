import { EventEmitter } from 'node:events';
import { rejectMissingMembers } from '../reject-missing.mjs';

/** The kinds that Electron's `media` has in its details. */
const media = { camera: 'video', microphone: 'audio' };

/** Electron's names of permissions, with Chromium's names. */
const names = {
  notifications: ['notifications'],
  geolocation: ['geolocation'],
  midi: ['midi'],
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  'idle-detection': ['idle-detection'],
  'persistent-storage': ['persistent-storage'],
  'loopback-network': ['loopback-network'],
  'local-network': ['local-network'],
};

let check = null;
let ask = null;

/** The app's `webRequest` listener and the URLs it applies to. */
let headers = null;
/** Lets tests observe the headers of outgoing requests. */
let onSent = () => undefined;

/** Returns whether a URL matches a pattern like `http://127.0.0.1/*` in scheme and host, on any port. */
const isMatch = (pattern, { protocol, hostname }) =>
  /^([a-z]+):\/\/([^/:]+)\/\*$/.exec(pattern)?.slice(1).join() === [protocol.slice(0, -1), hostname].join();

/** Returns the headers of an outgoing request, or null if the app cancels it. */
export function headersOf(url, requestHeaders) {
  if (!headers?.urls.some((pattern) => isMatch(pattern, new URL(url))))
    return Promise.resolve(requestHeaders);
  return new Promise((resolve) =>
    headers.listener({ url, requestHeaders }, (answer) => {
      const sent = answer.cancel ? null : (answer.requestHeaders ?? requestHeaders);
      if (sent) onSent({ url, requestHeaders: sent });
      resolve(sent);
    }),
  );
}

const webRequest = rejectMissingMembers('session.webRequest', {
  onBeforeSendHeaders: ({ urls }, listener) => void (headers = { urls, listener }),
  onSendHeaders: (listener) => void (onSent = listener),
});

export const defaultSession = rejectMissingMembers(
  'session.defaultSession',
  Object.assign(new EventEmitter(), {
    webRequest,
    // Every start of the test host uses a new profile, so there is nothing to clear.
    clearStorageData: async () => undefined,
    clearCache: async () => undefined,
    setPermissionCheckHandler: (handler) => void (check = handler),
    setPermissionRequestHandler: (handler) => void (ask = handler),
    setDevicePermissionHandler: () => undefined,
    availableSpellCheckerLanguages: ['de', 'en-GB', 'en-US', 'fr', 'it'],
    /** Tests find the chosen languages in `spellCheckerLanguages`. */
    spellCheckerLanguages: ['en-US'],
    setSpellCheckerLanguages(languages) {
      const wrong = languages.find((one) => !this.availableSpellCheckerLanguages.includes(one));
      if (wrong !== undefined) throw new Error(`Invalid language code provided: "${wrong}"`);
      this.spellCheckerLanguages = languages;
    },
  }),
);

export const session = rejectMissingMembers('session', { defaultSession });

/** Requires that both handlers grant a permission. Stricter than Electron, which grants by default. */
async function isGranted(contents, permission, url, origin, kind) {
  const details = { isMainFrame: true, requestingUrl: url };
  const isChecked = check
    ? check(contents, permission, origin, { ...details, ...(kind && { mediaType: kind }) })
    : true;
  const isAsked = ask
    ? await new Promise((resolve) =>
        ask(contents, permission, resolve, { ...details, ...(kind && { mediaTypes: [kind] }) }),
      )
    : true;
  return isChecked && isAsked;
}

/**
 * Applies the app's handlers for one origin to Chromium. `origin` is the app's origin, `chromiumOrigin` the translated
 * one.
 */
export async function applyPermissions(browser, contents, url, origin, chromiumOrigin) {
  const kinds = Object.entries(media).map(([name, kind]) => ['media', [name], kind]);
  await Promise.all(
    [...Object.entries(names), ...kinds].map(async ([permission, chromiums, kind]) => {
      const setting = (await isGranted(contents, permission, url, origin, kind)) ? 'granted' : 'denied';
      // This Chromium doesn't know the permission.
      await Promise.all(
        chromiums.map((name) =>
          browser
            .send('Browser.setPermission', { permission: { name }, setting, origin: chromiumOrigin })
            .catch(() => undefined),
        ),
      );
    }),
  );
}
