import { z } from 'zod';
import { acceleratorPattern } from '../../shared/ipc/accelerator.ts';
import { zoomLevels } from '../window/zoom.ts';
import { windowPlaceSchema } from '../window/bounds.ts';
import { NotKept } from './not-kept.ts';
import type { Store, TellTrouble } from './store.ts';

/** Names of interface state kept at most: a page gone wild must not grow the file without end. */
const uiStateEntries = 200;

const webAddress = z.url({ protocol: /^https?$/ });
const serviceSchema = z.object({ url: webAddress, publishableKey: z.string().min(1) });
/** A service that was found at an address, the way back to it. */
const rememberedSchema = serviceSchema.extend({ address: webAddress });

export const settingsSchema = z.object({
  /** A service of one's own choice, hosted or on another computer; absent: the one inside the app. */
  service: serviceSchema.extend({ address: webAddress.exactOptional() }).exactOptional(),
  /** The services that were used before and not forgotten, the latest last. */
  services: z.array(rememberedSchema).default([]),
  /** The embedded service's port of the last start: the page's origin-bound data outlives a restart only on the same one. */
  port: z.int().min(1024).max(65_535).exactOptional(),
  /** Where the window was when it was last closed. */
  window: windowPlaceSchema.exactOptional(),
  /** Chromium's zoom level: each step is a fifth more or less. */
  zoom: z.number().min(zoomLevels.lowest).max(zoomLevels.highest).default(0),
  /** The colours that the person chose; the window's frame and the menus follow them. */
  colorScheme: z.enum(['light', 'dark', 'auto']).default('auto'),
  closeToTray: z.boolean().default(false),
  /** Whether the window stays away when the system has started the app, which is then found in the tray. */
  startHidden: z.boolean().default(true),
  notifyReplies: z.boolean().default(true),
  quickAskKeys: z.string().regex(acceleratorPattern).nullable().default(null),
  /** Tags of the languages whose spelling is checked; none: spelling is not checked. On macOS the system has its own choice. */
  spellingLanguages: z.array(z.string()).default([]),
  uiState: z.record(z.string(), z.string()).default({}),
});
export type Settings = z.infer<typeof settingsSchema>;
export type RememberedService = z.infer<typeof rememberedSchema>;

/** Changes some settings and leaves the others. */
export const changeSettings = (store: Store<Settings>, change: Partial<Settings>): void =>
  store.write({ ...store.read(), ...change });

/**
 * Keeps what the app notices by itself, such as where the window was. Where the disk does not take it only that is lost,
 * and nobody who closes a window can do anything about it.
 */
export function rememberSettings(
  store: Store<Settings>,
  change: Partial<Settings>,
  tell: TellTrouble = () => undefined,
): void {
  try {
    changeSettings(store, change);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    tell(error.message);
  }
}

/** Keeps one piece of interface state; the oldest makes room when there are too many. */
export function writeUiState(store: Store<Settings>, key: string, value: string): void {
  const { uiState, ...rest } = store.read();
  if (uiState[key] === value) return;
  // Taken out first, so that the written one is the youngest.
  const others = Object.entries(uiState).filter(([name]) => name !== key);
  store.write({ ...rest, uiState: Object.fromEntries([...others, [key, value]].slice(-uiStateEntries)) });
}
