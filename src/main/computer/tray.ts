import { Menu, nativeImage, Tray } from 'electron';
import { brand } from '../../shared/brand.ts';
import { trayTexts as texts } from './texts.ts';

export interface TrayActions {
  readonly show: () => void;
  readonly newChat: () => void;
  readonly quickAsk: () => void;
  readonly quit: () => void;
}

/** The tray icon, shown only if closing the window keeps the app running. */
export interface TrayIcon {
  /** Returns false if this desktop has no tray. */
  readonly set: (isShown: boolean) => boolean;
  readonly isShown: () => boolean;
}

/** @param icon absolute path of the image */
export function createTray(icon: string, { show, newChat, quickAsk, quit }: TrayActions): TrayIcon {
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
  return {
    set(isShown) {
      if (!isShown) {
        tray?.destroy();
        tray = null;
        return true;
      }
      try {
        tray ??= open();
        return true;
      } catch {
        return false;
      }
    },
    isShown: () => tray !== null,
  };
}
