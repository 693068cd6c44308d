import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** What each fuse of the packed app must be, named as @electron/fuses names it. */
export const wantedFuses = {
  RunAsNode: 'DISABLE',
  EnableCookieEncryption: 'ENABLE',
  EnableNodeOptionsEnvironmentVariable: 'DISABLE',
  EnableNodeCliInspectArguments: 'DISABLE',
  EnableEmbeddedAsarIntegrityValidation: 'ENABLE',
  OnlyLoadAppFromAsar: 'ENABLE',
  LoadBrowserProcessSpecificV8Snapshot: 'DISABLE',
  GrantFileProtocolExtraPrivileges: 'DISABLE',
  // Left unchanged: it opens nothing, and electron-builder has no option for it. Electron's default is on.
  WasmTrapHandlers: 'ENABLE',
};

export const fuseNames = Object.keys(FuseV1Options).filter((name) => !/^\d+$/.test(name));
export const fuseCount = fuseNames.length;

/**
 * Reads the fuses of a binary.
 *
 * @param {string} binary path of the executable, on macOS of the .app
 * @returns {Promise<Record<string, string>>} state by name; a fuse that the binary does not have is 'missing'
 */
export async function readFuses(binary) {
  const wire = await getCurrentFuseWire(binary);
  return Object.fromEntries(
    fuseNames.map((name) => [name, FuseState[wire[FuseV1Options[name]]] ?? 'missing']),
  );
}
