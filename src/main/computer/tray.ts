import { Menu, nativeImage, Tray, type NativeImage } from 'electron';
import { brand } from '../../shared/brand.ts';
import { trayTexts as texts } from './texts.ts';
import type { TrayHost } from './tray-host.ts';

export interface TrayActions {
  readonly show: () => void;
  readonly newChat: () => void;
  readonly quickAsk: () => void;
  readonly quit: () => void;
}

/** The tray icon, shown only if closing the window keeps the app running. */
export interface TrayIcon {
  /** False if this desktop has no tray. */
  readonly isPossible: () => boolean;
  /** Shows or removes the icon. At login the app may start before the tray: the icon then appears later. */
  readonly set: (isWanted: boolean) => void;
  readonly isShown: () => boolean;
}

/** The picture in the system's size, sharp on displays of every scale. */
export function trayPicture(icon: string, platform: NodeJS.Platform): NativeImage {
  const whole = nativeImage.createFromPath(icon);
  const size = platform === 'linux' ? 24 : 16;
  const picture = nativeImage.createEmpty();
  for (const scaleFactor of [1, 1.25, 1.5, 2, 3]) {
    const pixels = Math.round(size * scaleFactor);
    const buffer = whole.resize({ width: pixels, height: pixels, quality: 'best' }).toPNG();
    picture.addRepresentation({ scaleFactor, width: pixels, height: pixels, buffer });
  }
  return picture;
}

/** @param icon absolute path of the image */
export function createTray(icon: string, host: TrayHost, actions: TrayActions): TrayIcon {
  const { show, newChat, quickAsk, quit } = actions;
  let isWanted = false;
  let tray: Tray | null = null;
  const open = (): Tray => {
    const created = new Tray(trayPicture(icon, process.platform));
    created.setToolTip(brand);
    created.setContextMenu(
      Menu.buildFromTemplate([
        { label: texts.show, click: show },
        { label: texts.newChat, click: newChat },
        { label: texts.quickAsk, click: quickAsk },
        { type: 'separator' },
        { label: texts.quit, click: quit },
      ]),
    );
    created.on('click', show);
    return created;
  };
  const update = (): void => {
    if (isWanted && host.isThere()) tray ??= open();
    else {
      tray?.destroy();
      tray = null;
    }
  };
  host.onChange(update);
  return {
    isPossible: host.isThere,
    set(next) {
      isWanted = next;
      update();
    },
    isShown: () => tray !== null,
  };
}
