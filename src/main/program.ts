import { sep } from 'node:path';
import { app } from 'electron';

/**
 * Returns the original file of an AppImage or of Windows' portable build, which run from a temporary folder that is
 * deleted when they end. Null for an installed app. Programs started by an AppImage inherit its variables, so the
 * variables count only if this program is in the AppImage's folder.
 */
export function originalFile(
  { APPIMAGE: image, APPDIR: folder, PORTABLE_EXECUTABLE_FILE: portable }: NodeJS.ProcessEnv,
  program: string,
): string | null {
  if (image !== undefined && folder !== undefined && program.startsWith(folder + sep)) return image;
  return portable ?? null;
}

/** Returns the file that starts this app again. */
export const programFile = (environment: NodeJS.ProcessEnv, program = process.execPath): string =>
  originalFile(environment, program) ?? program;

/**
 * Registers the app for its links, except in development, where its command line exists only on the developer's
 * machine.
 */
export function registerLinks(scheme: string, environment: NodeJS.ProcessEnv): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(scheme, programFile(environment), []);
}
