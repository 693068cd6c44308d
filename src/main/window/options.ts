import type { BrowserWindowConstructorOptions } from 'electron';
import { brand } from '../../shared/brand.ts';

/** Paper and ink, so that the window does not flash before the app's own theme is there. */
const background = { light: '#fbfaf7', dark: '#15181a' } as const;

/**
 * How every window of the app is made. The page is treated as hostile: it shows text of strangers, so it gets no Node,
 * a world of its own apart from the preload, and the operating system's sandbox. Each is written out although it is
 * the default, so that a changed default or a slip shows in the test.
 *
 * @param preload absolute path of the built preload (CommonJS: a sandboxed window loads nothing else)
 */
export function windowOptions(
  preload: string,
  scheme: keyof typeof background,
): BrowserWindowConstructorOptions {
  return {
    title: brand,
    width: 1280,
    height: 840,
    minWidth: 390,
    minHeight: 480,
    // Shown at ready-to-show, because an empty frame looks like a hang.
    show: false,
    backgroundColor: background[scheme],
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: true,
    },
  };
}
