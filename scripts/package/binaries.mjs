// Reads the system and the processors of a compiled file from its first bytes.

const elf = { 0x3e: 'x64', 0xb7: 'arm64' };
const pe = { 0x8664: 'x64', 0xaa64: 'arm64' };
const machO = { 0x01000007: 'x64', 0x0100000c: 'arm64' };

/**
 * @param {Buffer} bytes
 * @returns {{ system: 'linux' | 'win' | 'mac', processors: string[] } | null} null for a file that is not compiled
 */
export function readBinary(bytes) {
  if (bytes.length < 64) return null;
  const magic = bytes.readUInt32BE(0);
  const named = (names, value) => [names[value] ?? `unknown (${value})`];
  if (magic === 0x7f454c46) return { system: 'linux', processors: named(elf, bytes.readUInt16LE(18)) };
  if (magic === 0xcffaedfe) return { system: 'mac', processors: named(machO, bytes.readUInt32LE(4)) };
  if (magic === 0xcafebabe) {
    const parts = Array.from({ length: bytes.readUInt32BE(4) }, (_, index) =>
      bytes.readUInt32BE(8 + index * 20),
    );
    return { system: 'mac', processors: parts.flatMap((part) => named(machO, part)) };
  }
  const header = bytes.readUInt32LE(0x3c);
  if (bytes.toString('latin1', 0, 2) !== 'MZ' || bytes.toString('latin1', header, header + 4) !== 'PE\0\0')
    return null;
  return { system: 'win', processors: named(pe, bytes.readUInt16LE(header + 4)) };
}

/**
 * @param {Buffer} bytes a native module, or the app's program
 * @param {{ system: string, processors: readonly string[] }} wanted the target of the package
 * @returns {string | null} the problem with the file, or null
 */
export function binaryFault(bytes, wanted) {
  const found = readBinary(bytes);
  const name = ({ system, processors }) =>
    `${system} on ${processors.toSorted((one, other) => one.localeCompare(other)).join(' and ')}`;
  if (!found) return `is not compiled for ${name(wanted)}`;
  return name(found) === name(wanted) ? null : `is for ${name(found)}, not for ${name(wanted)}`;
}
