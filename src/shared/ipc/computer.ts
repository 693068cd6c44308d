import { z } from 'zod';
import { acceleratorPattern } from './accelerator.ts';
import { limits } from './limits.ts';

const computerChoices = z.object({
  /** Whether the app keeps running in the tray when its window is closed. */
  closeToTray: z.boolean(),
  startAtLogin: z.boolean(),
  /** Whether the app opens no window when the system starts it. Needs closeToTray. */
  startHidden: z.boolean(),
  notifyReplies: z.boolean(),
  /** Whether the app checks for updates once a day. */
  checkForUpdates: z.boolean(),
  /** The global shortcut of the quick-ask window; null if there is none. */
  quickAskKeys: z.string().max(limits.name).regex(acceleratorPattern).nullable(),
  /** Language tags; empty to turn off the spell checker. */
  spellingLanguages: z.array(z.string().max(limits.languageTag)).max(limits.languages),
});
/** The user's settings for the app on this computer. */
export type ComputerChoices = z.infer<typeof computerChoices>;

const { shape } = computerChoices;
export const changedComputerChoices = z.object({
  closeToTray: shape.closeToTray.exactOptional(),
  startAtLogin: shape.startAtLogin.exactOptional(),
  startHidden: shape.startHidden.exactOptional(),
  notifyReplies: shape.notifyReplies.exactOptional(),
  checkForUpdates: shape.checkForUpdates.exactOptional(),
  quickAskKeys: shape.quickAskKeys.exactOptional(),
  spellingLanguages: shape.spellingLanguages.exactOptional(),
});

export const computerState = computerChoices.extend({
  /** False if the app runs from its source code. */
  canStartAtLogin: z.boolean(),
  /** False if this copy does not update itself. */
  hasUpdates: z.boolean(),
  /** Languages to choose from; empty if the system decides. */
  spellingOffered: z.array(z.string()),
  service: z.object({
    /** Null for the embedded service. */
    address: z.string().nullable(),
    /** Whether the computer's administrator has set the service, so that users cannot change it in the app. */
    isFixed: z.boolean(),
    /** Whether another service is in use and the embedded one has chats that can be imported. */
    hasLocalChats: z.boolean(),
    /** Services that the user connected to before, with the identity under which the page stores their session. */
    remembered: z.array(z.object({ address: z.string(), identity: z.string() })),
  }),
});
export type ComputerState = z.infer<typeof computerState>;
