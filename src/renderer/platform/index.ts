import { desktopPlatform } from './desktop.ts';
import type { Platform } from './platform.ts';
import { webPlatform } from './web.ts';

/** Chosen by a constant, so that the bundler drops the other platform. */
export const platform: Platform = __PLATFORM__ === 'desktop' ? desktopPlatform : webPlatform;
