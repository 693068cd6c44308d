import { sep } from 'node:path';
import { app } from 'electron';

/**
 * The original file of an AppImage or of Windows' portable build, which run from a temporary folder that is deleted
 * when they end. Null for an installed app. Programs that an AppImage starts inherit its variables, so these count
 * only for a program in its folder.
 */
export function originalFile(
  { APPIMAGE: image, APPDIR: folder, PORTABLE_EXECUTABLE_FILE: portable }: NodeJS.ProcessEnv,
  program: string,
): string | null {
  if (image !== undefined && folder !== undefined && program.startsWith(folder + sep)) return image;
  return portable ?? null;
}

/** The file that starts this app again, even later. */
export const programFile = (environment: NodeJS.ProcessEnv, program = process.execPath): string =>
  originalFile(environment, program) ?? program;

/** Lets links open the app, unless it is in development: its command line exists only on the developer's machine. */
export function registerLinks(scheme: string, environment: NodeJS.ProcessEnv): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(scheme, programFile(environment), []);
}
