import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** The required state of each fuse, by its name in @electron/fuses. */
export const requiredFuses = {
  RunAsNode: 'DISABLE',
  EnableCookieEncryption: 'ENABLE',
  EnableNodeOptionsEnvironmentVariable: 'DISABLE',
  EnableNodeCliInspectArguments: 'DISABLE',
  EnableEmbeddedAsarIntegrityValidation: 'ENABLE',
  OnlyLoadAppFromAsar: 'ENABLE',
  LoadBrowserProcessSpecificV8Snapshot: 'DISABLE',
  GrantFileProtocolExtraPrivileges: 'DISABLE',
  // Electron's harmless default, which electron-builder cannot change.
  WasmTrapHandlers: 'ENABLE',
};

const fuseNames = Object.keys(FuseV1Options).filter((name) => !/^\d+$/.test(name));
export const fuseCount = fuseNames.length;

/**
 * @param {string} binary path of the executable, or of the .app on macOS
 * @returns {Promise<Record<string, string>>} each fuse's state by its name; 'missing' if the binary does not have it
 */
export async function readFuses(binary) {
  const wire = await getCurrentFuseWire(binary);
  return Object.fromEntries(
    fuseNames.map((name) => [name, FuseState[wire[FuseV1Options[name]]] ?? 'missing']),
  );
}
