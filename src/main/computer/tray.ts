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

/** The tray icon. It is shown only if the app keeps running when its window is closed. */
export interface TrayIcon {
  /** False if this desktop has no tray. */
  readonly isPossible: () => boolean;
  /** Shows or removes the icon. If the tray starts after the app, e.g. at login, the icon appears later. */
  readonly set: (isWanted: boolean) => void;
  readonly isShown: () => boolean;
  /** Shows the menu in the current language. */
  readonly updateMenu: () => void;
}

/** Returns the icon's image in the system's size for all display scales. */
export function trayPicture(icon: string, platform: NodeJS.Platform): NativeImage {
  const fullImage = nativeImage.createFromPath(icon);
  const size = platform === 'linux' ? 24 : 16;
  const picture = nativeImage.createEmpty();
  for (const scaleFactor of [1, 1.25, 1.5, 2, 3]) {
    const pixels = Math.round(size * scaleFactor);
    const buffer = fullImage.resize({ width: pixels, height: pixels, quality: 'best' }).toPNG();
    picture.addRepresentation({ scaleFactor, width: pixels, height: pixels, buffer });
  }
  return picture;
}

/** @param icon absolute path of the image */
export function createTray(icon: string, host: TrayHost, actions: TrayActions): TrayIcon {
  const { show, newChat, quickAsk, quit } = actions;
  let isWanted = false;
  let tray: Tray | null = null;
  const menu = (): Menu =>
    Menu.buildFromTemplate([
      { label: texts.show, click: show },
      { label: texts.newChat, click: newChat },
      { label: texts.quickAsk, click: quickAsk },
      { type: 'separator' },
      { label: texts.quit, click: quit },
    ]);
  const open = (): Tray => {
    const created = new Tray(trayPicture(icon, process.platform));
    created.setToolTip(brand);
    created.setContextMenu(menu());
    created.on('click', show);
    return created;
  };
  const update = (): void => {
    if (isWanted && host.isAvailable()) tray ??= open();
    else {
      tray?.destroy();
      tray = null;
    }
  };
  host.onChange(update);
  return {
    isPossible: host.isAvailable,
    set(next) {
      isWanted = next;
      update();
    },
    isShown: () => tray !== null,
    updateMenu: () => tray?.setContextMenu(menu()),
  };
}
