import type { WebContents } from 'electron';

/** Chromium's zoom levels for 50 % and 250 %. Beyond them the page is not usable. */
export const zoomLevels = { lowest: -4, highest: 5, step: 0.5 } as const;

export interface Zoom {
  /** Applies the zoom to a page, now, after every load and when it changes. */
  readonly follow: (contents: WebContents) => void;
  /** Zooms in (1) or out (-1) by one step, or resets the zoom (0). */
  readonly change: (direction: 1 | -1 | 0) => void;
}

export interface ZoomStore {
  readonly read: () => number;
  readonly write: (level: number) => void;
}

export function createZoom(store: ZoomStore): Zoom {
  const followed = new Set<WebContents>();
  const show = (): void => {
    for (const contents of followed) if (!contents.isDestroyed()) contents.setZoomLevel(store.read());
  };
  const change: Zoom['change'] = (direction) => {
    const target = direction === 0 ? 0 : store.read() + direction * zoomLevels.step;
    const level = Math.min(zoomLevels.highest, Math.max(zoomLevels.lowest, target));
    if (level !== store.read()) store.write(level);
    show();
  };
  return {
    change,
    follow(contents) {
      followed.add(contents);
      contents.once('destroyed', () => followed.delete(contents));
      contents.on('dom-ready', show);
      // Ctrl and the mouse wheel emit this event.
      contents.on('zoom-changed', (_event, direction) => change(direction === 'in' ? 1 : -1));
    },
  };
}
