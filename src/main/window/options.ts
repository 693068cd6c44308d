import type { BrowserWindowConstructorOptions } from 'electron';
import { brand } from '../../shared/brand.ts';

/** The theme's background colors. They prevent a flash before the page is drawn. */
const background = { light: '#fbfaf7', dark: '#15181a' } as const;

/**
 * Returns the options of every window. Pages show untrusted text, so they get few rights: no Node, isolated from the
 * preload, inside the operating system's sandbox. Defaults are set explicitly, so that a test notices changes.
 * @param preload absolute path of the built preload (CommonJS, because a sandboxed window loads nothing else)
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
    // An empty window looks frozen, so it is shown once the page is ready.
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
