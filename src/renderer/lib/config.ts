import { platform } from '../platform/index.ts';
import { rememberSuccess } from './remember.ts';

/** The service's configuration, requested once; again only if that failed. */
export const getConfig = rememberSuccess(() => platform.loadConfig());
