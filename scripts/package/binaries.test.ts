import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { binaryFault, readBinary } from './binaries.mjs';

/** Creates the start of a compiled file in any format. */
function fileOf(write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(256);
  write(bytes);
  return bytes;
}
const elf = (machine: number) =>
  fileOf((bytes) => {
    bytes.write('\u007fELF', 'latin1');
    bytes.writeUInt16LE(machine, 18);
  });
const pe = (machine: number) =>
  fileOf((bytes) => {
    bytes.write('MZ');
    bytes.writeUInt32LE(128, 0x3c);
    bytes.write('PE\0\0', 128, 'latin1');
    bytes.writeUInt16LE(machine, 132);
  });
const mac = (processor: number) =>
  fileOf((bytes) => {
    bytes.writeUInt32BE(0xcffaedfe, 0);
    bytes.writeUInt32LE(processor, 4);
  });
const universal = fileOf((bytes) => {
  bytes.writeUInt32BE(0xcafebabe, 0);
  bytes.writeUInt32BE(2, 4);
  bytes.writeUInt32BE(0x01000007, 8);
  bytes.writeUInt32BE(0x0100000c, 28);
});

describe('the processors of a compiled file', () => {
  it.each([
    ['linux', ['x64'], elf(0x3e)],
    ['linux', ['arm64'], elf(0xb7)],
    ['win', ['x64'], pe(0x8664)],
    ['win', ['arm64'], pe(0xaa64)],
    ['mac', ['arm64'], mac(0x0100000c)],
    ['mac', ['x64', 'arm64'], universal],
  ])('are read: %s %j', (system, processors, bytes) => {
    expect(readBinary(bytes)).toEqual({ system, processors });
    expect(binaryFault(bytes, { system, processors: processors.toReversed() })).toBeNull();
  });

  it("are read from this process's program", () => {
    const system = { linux: 'linux', win32: 'win', darwin: 'mac' }[process.platform as 'linux'];
    expect(readBinary(readFileSync(process.execPath))).toMatchObject({ system });
  });

  it('must match the package, because other modules cannot be loaded', () => {
    const arm = { system: 'win', processors: ['arm64'] };
    expect(binaryFault(pe(0x8664), arm)).toBe('is for win on x64, not for win on arm64');
    expect(binaryFault(mac(0x0100000c), { system: 'mac', processors: ['x64', 'arm64'] })).toContain(
      'not for',
    );
    expect(binaryFault(Buffer.from('#!/bin/sh'), arm)).toContain('is not compiled');
    expect(binaryFault(elf(0x08), { system: 'linux', processors: ['x64'] })).toContain('unknown');
  });
});
