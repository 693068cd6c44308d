import type { Platform } from './platform.ts';
import { webPlatform } from './web.ts';

/** The platform of the desktop window. */
export const desktopPlatform: Platform = webPlatform;
