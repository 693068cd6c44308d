import { pathKey, type VoicePath } from './voice-path.ts';

/** The recipients to which each account has agreed to send recordings, until the page is closed. */
const agreed = new Set<string>();

/** Always true for the device itself. */
export const hasAgreed = (userId: string, path: VoicePath): boolean =>
  path.kind === 'device' || agreed.has(`${userId} ${pathKey(path)}`);

export const agree = (userId: string, path: VoicePath): void => void agreed.add(`${userId} ${pathKey(path)}`);
