// The fake Electron's screen capture and share menu.
import type * as Electron from 'electron';

/** Tests replace both. */
export const desktopCapturer = {
  getSources: async (_options: Electron.SourcesOptions): Promise<Electron.DesktopCapturerSource[]> => [],
};
export const systemPreferences = {
  getMediaAccessStatus: (): ReturnType<Electron.SystemPreferences['getMediaAccessStatus']> => 'granted',
};
/** The share menu of macOS. */
export class ShareMenu {
  static readonly shown: Electron.SharingItem[] = [];
  readonly item: Electron.SharingItem;
  constructor(item: Electron.SharingItem) {
    this.item = item;
  }
  popup = (): void => void ShareMenu.shown.push(this.item);
}
