import { desktopPlatform } from './desktop.ts';
import type { Platform } from './platform.ts';
import { webPlatform } from './web.ts';

/** The platform this build is for. The constant lets the bundler drop the other one. */
export const platform: Platform = __PLATFORM__ === 'desktop' ? desktopPlatform : webPlatform;
