import { describe, expect, it } from 'vitest';
import { faultsOf as faults, sizeLimit, type PackedFile } from './contents.mjs';

const file = (name: string, isUnpacked = false): PackedFile => ({
  name,
  size: 1,
  isUnpacked,
  hasIntegrity: true,
  hash: name,
});
const complete = [
  file('package.json', true),
  file('out/main/index.js'),
  file('out/preload/index.cjs'),
  file('out/renderer/index.html'),
  file('out/service/main.js', true),
  file('out/template/template-c6e4d03a.tar.gz', true),
  file('supabase/migrations/20261101010000_roles.sql', true),
  file('node_modules/keytar/build/Release/keytar.node', true),
  file('node_modules/@electric-sql/pglite/package.json', true),
  file('node_modules/@electric-sql/pglite/dist/pglite.wasm', true),
  file('node_modules/@electric-sql/pglite/dist/index.js', true),
];

describe('the contents of a package', () => {
  it('are accepted if they are complete and contain nothing else', () => {
    expect(faults(complete)).toEqual([]);
  });

  it('may include translations and the text recognizer', () => {
    const parts = ['de-chat-BX1a.json', 'recognizer/core-FK_k-L.js', 'recognizer/chi_sim-u_-K.bin'];
    expect(faults([...complete, ...parts.map((part) => file(`out/renderer/assets/${part}`))])).toEqual([]);
  });

  it.each([
    'out/main/index.js.map',
    'out/renderer/assets/recognizer/other.js',
    'out/renderer/.vite/manifest.json',
    'node_modules/zod/index.js',
    '.env',
    'out/secrets.json',
    'supabase/tests/access-matrix.ts',
    'node_modules/@electric-sql/pglite/dist/index.cjs',
    'node_modules/@electric-sql/pglite/dist/contrib/citext.cjs',
    'node_modules/@electric-sql/pglite/dist/pgtap.tar.gz',
  ])('may not include %s', (name) => {
    expect(faults([...complete, file(name)])).toEqual([`${name} is not expected in the package.`]);
  });

  it('are refused if a part is missing, packed or unpacked by mistake', () => {
    for (const part of complete) {
      expect(faults(complete.filter((one) => one !== part))).toHaveLength(1);
      const moved = { ...part, isUnpacked: !part.isUnpacked };
      expect(faults(complete.map((one) => (one === part ? moved : one)))).toHaveLength(1);
    }
  });

  it('contain each large file only once', () => {
    const one = { ...file('out/main/chunks/a.js'), size: 20_000, hash: 'same' };
    const other = { ...file('out/service/chunks/b.js', true), size: 20_000, hash: 'same' };
    expect(faults([...complete, one, other])).toEqual([
      'out/service/chunks/b.js is a copy of out/main/chunks/a.js.',
    ]);
    expect(faults([...complete, { ...one, size: 9 }, { ...other, size: 9 }])).toEqual([]);
  });

  it('are refused without a checksum, and above the size limit', () => {
    expect(faults([...complete, { ...file('out/main/chunks/a.js'), hasIntegrity: false }])).toEqual([
      'out/main/chunks/a.js has no checksum.',
    ]);
    expect(faults([...complete, { ...file('out/main/chunks/a.js'), size: sizeLimit }])).toHaveLength(1);
  });
});
