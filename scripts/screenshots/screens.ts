import { attachmentScreens } from './attachment-screens.ts';
import { chatScreens } from './chat-screens.ts';
import { checkoutScreens } from './checkout-screens.ts';
import { consoleScreens } from './console-screens.ts';
import { encryptionScreens } from './encryption-screens.ts';
import { historyScreens } from './history-screens.ts';
import { languageScreens } from './language-screens.ts';
import { memoryScreens } from './memory-screens.ts';
import { menuScreens } from './menu-screens.ts';
import { personaScreens } from './persona-screens.ts';
import { projectScreens } from './project-screens.ts';
import { promptScreens } from './prompt-screens.ts';
import type { Screen } from './screen.ts';
import { settingsScreens } from './settings-screens.ts';
import { shareScreens } from './share-screens.ts';
import { signInScreens } from './sign-in-screens.ts';
import { siteScreens } from './site-screens.ts';

/** Every screen in every state that users may see, in the order of the contact sheet. */
export const screens: readonly Screen[] = [
  ...siteScreens,
  ...signInScreens,
  ...checkoutScreens,
  ...chatScreens,
  ...attachmentScreens,
  ...menuScreens,
  ...historyScreens,
  ...projectScreens,
  ...shareScreens,
  ...settingsScreens,
  ...encryptionScreens,
  ...memoryScreens,
  ...languageScreens,
  ...promptScreens,
  ...personaScreens,
  ...consoleScreens,
];
