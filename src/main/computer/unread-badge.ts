import { app, nativeImage, type BrowserWindow, type NativeImage } from 'electron';
import { noticeTexts } from './texts.ts';

export interface UnreadBadge {
  readonly add: (chatId: string) => void;
}

const green = { red: 0x2f, green: 0x8f, blue: 0x5b } as const;

/** Draws a filled circle for the taskbar button of Windows, which shows no numbers. */
function dot(size: number): NativeImage {
  const pixels = Buffer.alloc(size * size * 4);
  const center = (size - 1) / 2;
  for (let index = 0; index < size * size; index += 1) {
    const distance = Math.hypot((index % size) - center, Math.floor(index / size) - center);
    if (distance <= size / 2) pixels.set([green.blue, green.green, green.red, 255], index * 4);
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size });
}

/**
 * Marks the app's icon with the number of chats with an unseen reply: in the macOS dock, in Linux launchers that show
 * numbers, and as a dot in the Windows taskbar. The mark disappears when a window gets the focus.
 * @param windows the windows that have a taskbar button
 */
export function createUnreadBadge(
  platform: NodeJS.Platform,
  windows: () => readonly BrowserWindow[],
): UnreadBadge {
  const chats = new Set<string>();
  const show = (): void => {
    const count = chats.size;
    if (platform !== 'win32') return void app.setBadgeCount(count);
    const icon = count === 0 ? null : dot(16);
    for (const window of windows()) window.setOverlayIcon(icon, noticeTexts.unread({ count }));
  };
  app.on('browser-window-focus', () => {
    if (chats.size === 0) return;
    chats.clear();
    show();
  });
  return {
    add(chatId) {
      chats.add(chatId);
      show();
    },
  };
}
