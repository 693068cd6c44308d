import {
  BrowserWindow,
  desktopCapturer,
  type DesktopCapturerSource,
  Menu,
  type MenuItemConstructorOptions,
  type PopupOptions,
  type Size,
  systemPreferences,
} from 'electron';
import { channels } from '../../shared/ipc/channels.ts';
import { handle, UserFacingError } from './handle.ts';
import { screenCaptureTexts as texts } from './texts.ts';

/**
 * In pixels. Larger images would be scaled down when they are attached. The list can't be limited to one window, so
 * windows have smaller images: dozens may be captured at the same time.
 */
const imageSizes = { screen: { width: 2_048, height: 2_048 }, window: { width: 1_600, height: 1_600 } };
/** Captures nothing, which makes the list fast. */
const noImage = { width: 0, height: 0 };

const maxTitleLength = 60;

/** In menus, `&` would mark the next letter as a shortcut. */
const labelOf = (title: string): string =>
  (title.length > maxTitleLength ? `${title.slice(0, maxTitleLength - 1)}…` : title).replaceAll('&', '&&');

const typeOf = ({ id }: DesktopCapturerSource) => (id.startsWith('screen:') ? 'screen' : 'window');

/** Shows a menu with all screens and windows. Resolves to null if the user closes it. */
function chooseSource(
  sources: readonly DesktopCapturerSource[],
  popup: PopupOptions,
): Promise<DesktopCapturerSource | null> {
  const screens = sources.filter((source) => typeOf(source) === 'screen');
  const windows = sources.filter((source) => typeOf(source) === 'window');
  return new Promise((resolve) => {
    const item = (source: DesktopCapturerSource, label: string): MenuItemConstructorOptions => ({
      label,
      click: () => resolve(source),
    });
    const menu = Menu.buildFromTemplate([
      ...screens.map((screen, index) =>
        item(screen, screens.length > 1 ? texts.oneScreen({ number: index + 1 }) : texts.screen),
      ),
      { type: 'separator' },
      ...windows.map((window) => item(window, labelOf(window.name))),
    ]);
    // The menu may close before its click is handled.
    menu.popup({ ...popup, callback: () => setImmediate(resolve, null) });
  });
}

/**
 * Captures a screen or window for the page. The user chooses it in a system menu, so a hostile page can't capture
 * anything by itself: it has no permission for screen capture.
 */
export function registerScreenCapture(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  // Wayland's list contains only what the user has chosen in a dialog of the system, and each call opens that dialog.
  const isChosenBySystem = environment['XDG_SESSION_TYPE'] === 'wayland';

  async function listSources(types: ('screen' | 'window')[], thumbnailSize: Size) {
    const sources = await desktopCapturer.getSources({ types, thumbnailSize }).catch(() => []);
    // Checked afterwards, because the first call makes macOS ask the user.
    if (platform === 'darwin' && systemPreferences.getMediaAccessStatus('screen') !== 'granted')
      throw new UserFacingError(texts.denied);
    return sources;
  }

  async function capture(popup: PopupOptions): Promise<DesktopCapturerSource | null> {
    if (isChosenBySystem) return (await listSources(['screen', 'window'], imageSizes.screen))[0] ?? null;
    const sources = await listSources(['screen', 'window'], noImage);
    if (sources.length === 0) throw new UserFacingError(texts.failed);
    const chosenSource = await chooseSource(sources, popup);
    if (chosenSource === null) return null;
    const captured = await listSources([typeOf(chosenSource)], imageSizes[typeOf(chosenSource)]);
    const source = captured.find(({ id }) => id === chosenSource.id);
    if (!source) throw new UserFacingError(texts.failed);
    return source;
  }

  handle(channels.captureScreen, async ({ x, y }, contents) => {
    const window = BrowserWindow.fromWebContents(contents);
    const zoom = contents.getZoomFactor();
    const at = { x: Math.round(x * zoom), y: Math.round(y * zoom) };
    const source = await capture({ ...(window && { window }), ...at });
    if (source === null) return null;
    if (source.thumbnail.isEmpty()) throw new UserFacingError(texts.failed);
    return { png: new Uint8Array(source.thumbnail.toPNG()) };
  });
}
