import { platform } from '../platform/index.ts';
import { rememberSuccess } from './remember.ts';

/** What the service says about itself: asked once, and again only when the asking failed. */
export const getConfig = rememberSuccess(() => platform.loadConfig());
