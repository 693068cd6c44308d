import { Menu, nativeImage, Tray } from 'electron';
import { brand } from '../../shared/brand.ts';

export interface TrayActions {
  readonly show: () => void;
  readonly newChat: () => void;
  readonly quickAsk: () => void;
  readonly quit: () => void;
}

/** The app's place in the system's tray, there only while closing the window leaves the app running. */
export interface TrayPlace {
  /** Returns false where this desktop has no tray. */
  readonly set: (isShown: boolean) => boolean;
  readonly isShown: () => boolean;
}

/** @param icon absolute path of the picture */
export function createTray(icon: string, { show, newChat, quickAsk, quit }: TrayActions): TrayPlace {
  let tray: Tray | null = null;
  const open = (): Tray => {
    const picture = nativeImage.createFromPath(icon).resize({ width: 22, height: 22 });
    const made = new Tray(picture);
    made.setToolTip(brand);
    made.setContextMenu(
      Menu.buildFromTemplate([
        { label: `Open ${brand}`, click: show },
        { label: 'New Chat', click: newChat },
        { label: 'Quick Ask', click: quickAsk },
        { type: 'separator' },
        { label: `Quit ${brand}`, click: quit },
      ]),
    );
    made.on('click', show);
    return made;
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
