import { join } from 'node:path';

/** Paths of the app's other parts, relative to the built main process (`out/main`). */
export const paths = {
  preload: join(import.meta.dirname, '../preload/index.cjs'),
  renderer: join(import.meta.dirname, '../renderer'),
  trayIcon: join(import.meta.dirname, '../renderer/icon-192.png'),
  /** Packages contain the service unpacked, because it reads its migrations and PGlite's files by path. */
  service: join(import.meta.dirname, '../service/main.js').replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked'),
  /** A file beside the archive of a packaged app. */
  updateFile: join(import.meta.dirname, '../../../app-update.yml'),
} as const;
