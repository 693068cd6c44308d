import type { WebContents } from 'electron';

/** As far as a page can still be used, in Chromium's levels: a half, and two and a half times. */
export const zoomLevels = { lowest: -4, highest: 5, step: 0.5 } as const;

/** The size of what the window shows, kept from start to start. */
export interface Zoom {
  /** Shows a page at the kept size, now and after every load. */
  readonly follow: (contents: WebContents) => void;
  /** One step larger (1) or smaller (-1), or back to the page's own size (0). */
  readonly change: (direction: 1 | -1 | 0) => void;
}

export interface ZoomKeeper {
  readonly read: () => number;
  readonly write: (level: number) => void;
}

export function createZoom(keeper: ZoomKeeper): Zoom {
  let shown: WebContents | null = null;
  const show = (): void => {
    if (shown && !shown.isDestroyed()) shown.setZoomLevel(keeper.read());
  };
  const change: Zoom['change'] = (direction) => {
    const wanted = direction === 0 ? 0 : keeper.read() + direction * zoomLevels.step;
    const level = Math.min(zoomLevels.highest, Math.max(zoomLevels.lowest, wanted));
    if (level !== keeper.read()) keeper.write(level);
    show();
  };
  return {
    change,
    follow(contents) {
      shown = contents;
      contents.on('dom-ready', show);
      // The wheel with Ctrl.
      contents.on('zoom-changed', (_event, direction) => change(direction === 'in' ? 1 : -1));
    },
  };
}
