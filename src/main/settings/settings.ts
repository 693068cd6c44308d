import { z } from 'zod';
import { acceleratorPattern } from '../../shared/ipc/accelerator.ts';
import { languageCodes } from '../../shared/domain/languages.ts';
import { firstStartSteps } from '../../shared/ipc/first-start.ts';
import { zoomLevels } from '../window/zoom.ts';
import { windowPlacesSchema } from '../window/bounds.ts';
import { maxSavedWindows, savedWindowSchema } from '../window/saved-windows.ts';
import { SaveError } from './save-error.ts';
import type { Store, ReportProblem } from './store.ts';

/** The maximum number of interface state entries. A faulty page cannot grow the file forever. */
const uiStateEntries = 200;

const webAddress = z.url({ protocol: /^https?$/ });
const serviceSchema = z.object({ url: webAddress, publishableKey: z.string().min(1) });
/** A service with the URL at which it was found. */
const rememberedSchema = serviceSchema.extend({ address: webAddress });

export const settingsSchema = z.object({
  /** The chosen service, hosted or on another computer; absent for the embedded one. */
  service: serviceSchema.extend({ address: webAddress.exactOptional() }).exactOptional(),
  /** Services that the user has connected to and not removed, most recent last. */
  services: z.array(rememberedSchema).default([]),
  /**
   * The embedded service's last port. The page's data is bound to the origin, so it is kept only if the port stays
   * the same.
   */
  port: z.int().min(1024).max(65_535).exactOptional(),
  /** The open step of the first start. Absent once it has ended, and in profiles that never had one. */
  firstStart: firstStartSteps.exactOptional(),
  windows: windowPlacesSchema.default({}),
  /** The windows that the next start opens again. Empty if fewer than two were open. */
  savedWindows: z.array(savedWindowSchema).max(maxSavedWindows).default([]),
  /** Chromium's zoom level. One level is 20 %. */
  zoom: z.number().min(zoomLevels.lowest).max(zoomLevels.highest).default(0),
  /** The colors that the user chose. They also apply to the window's frame and menus. */
  colorScheme: z.enum(['light', 'dark', 'auto']).default('auto'),
  /** The language of the page. Absent until it has been loaded once. */
  language: z.enum(languageCodes).exactOptional(),
  closeToTray: z.boolean().default(false),
  /** Whether the app starts in the tray, without a window, when the system starts it. */
  startHidden: z.boolean().default(true),
  notifyReplies: z.boolean().default(true),
  /** Absent until the user has decided. */
  checkForUpdates: z.boolean().exactOptional(),
  /** The version in use and its starts since it was installed as an update. */
  updateStarts: z
    .object({
      version: z.string(),
      /** The version before it. */
      previous: z.string().exactOptional(),
      /** Starts that showed no page, including the current one until it does. */
      failures: z.int().min(0),
      /** The last version that did not start. It is not offered again. */
      failed: z.string().exactOptional(),
    })
    .exactOptional(),
  /** Absent until the user has chosen: the app then looks for a free shortcut. Null means none. */
  quickAskKeys: z.string().regex(acceleratorPattern).nullable().exactOptional(),
  /** Language tags for spell checking, or an empty list to turn it off. macOS uses its own setting. */
  spellingLanguages: z.array(z.string()).default([]),
  /** When own keys were last used, by the key's name in the keychain. */
  keyUses: z.record(z.string(), z.iso.datetime()).default({}),
  uiState: z.record(z.string(), z.string()).default({}),
});
export type Settings = z.infer<typeof settingsSchema>;
export type RememberedService = z.infer<typeof rememberedSchema>;

export const changeSettings = (store: Store<Settings>, change: Partial<Settings>): void =>
  store.write({ ...store.read(), ...change });

/**
 * Saves values that the user did not choose, such as the window's position. A failure is not thrown, because little is
 * lost: `report` gets its message, and ignores it by default.
 */
export function rememberSettings(
  store: Store<Settings>,
  change: Partial<Settings>,
  report: ReportProblem = () => undefined,
): void {
  try {
    changeSettings(store, change);
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    report(error.message);
  }
}

/** Saves one entry of interface state; removes the oldest if there are too many. */
export function writeUiState(store: Store<Settings>, key: string, value: string): void {
  const { uiState, ...rest } = store.read();
  if (uiState[key] === value) return;
  // Deleting the old entry first makes the new one the most recent.
  const otherEntries = Object.entries(uiState).filter(([name]) => name !== key);
  store.write({
    ...rest,
    uiState: Object.fromEntries([...otherEntries, [key, value]].slice(-uiStateEntries)),
  });
}
