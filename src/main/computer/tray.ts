import { Menu, nativeImage, Tray } from 'electron';
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
  /** A wanted icon appears as soon as the desktop has a tray: at login the app may start first. */
  readonly set: (isWanted: boolean) => void;
  readonly isShown: () => boolean;
}

/** @param icon absolute path of the picture */
export function createTray(icon: string, host: TrayHost, actions: TrayActions): TrayIcon {
  const { show, newChat, quickAsk, quit } = actions;
  let isWanted = false;
  let tray: Tray | null = null;
  const open = (): Tray => {
    const picture = nativeImage.createFromPath(icon).resize({ width: 22, height: 22 });
    const created = new Tray(picture);
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
