import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { isSignedRelease, notesOf } from '../../src/main/updates/signature.ts';
import { readNotes, signReleaseText } from './release-file.ts';

const { parseUpdateInfo } = createRequire(import.meta.url)('electron-updater/out/providers/Provider') as {
  parseUpdateInfo: (text: string, file: string, url: URL) => unknown;
};
const parse = (text: string) => parseUpdateInfo(text, 'latest.yml', new URL('https://releases.example/'));

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const sha512 = (letter: string) => Buffer.alloc(64, letter).toString('base64');

const text = `version: 1.3.0
files:
  - url: Clover-1.3.0-win-x64.exe
    sha512: ${sha512('a')}
    size: 90000000
  - url: Clover-1.3.0-win-arm64.exe
    sha512: ${sha512('b')}
    size: 91000000
path: Clover-1.3.0-win-x64.exe
sha512: ${sha512('a')}
releaseDate: '2026-11-20T10:00:00.000Z'
`;

describe('a release file', () => {
  it('is accepted by the app once it is signed', () => {
    expect(isSignedRelease(parse(text), spki)).toBe(false);
    expect(isSignedRelease(parse(signReleaseText(text, privateKey, spki, '')), spki)).toBe(true);
  });

  it('is accepted if it is signed again, or with a staged roll-out', () => {
    const twice = signReleaseText(signReleaseText(text, privateKey, spki, ''), privateKey, spki, '');
    expect(twice.match(/^signature:/gm)).toHaveLength(1);
    expect(isSignedRelease(parse(`${twice}stagingPercentage: 10\n`), spki)).toBe(true);
  });

  it('is refused if a checksum in it has changed', () => {
    const signed = signReleaseText(text, privateKey, spki, '');
    expect(isSignedRelease(parse(signed.replaceAll(sha512('b'), sha512('c'))), spki)).toBe(false);
  });

  it("is not signed with another key than the app's, or if it lists no files", () => {
    const otherKey = generateKeyPairSync('ed25519').privateKey;
    expect(() => signReleaseText(text, otherKey, spki, '')).toThrow('are not a pair');
    expect(() => signReleaseText('version: 1.3.0\n', privateKey, spki, '')).toThrow('lists no files');
  });

  it('is not signed if it contains an unknown format', () => {
    expect(() =>
      signReleaseText(text.replace('    sha512', '    size: 1\n    sha512'), privateKey, spki, ''),
    ).toThrow('no checksum');
  });
});

describe('what is new', () => {
  const changelog = `# Changelog

## Unreleased

- Not yet.

## 1.3.0 (2026-11-20)

### Desktop

- **Several windows**: _File → New Window_ ([Desktop](docs/desktop.md)).
- Keep \`snake_case\` and 2 * 3, see [the guide](docs/guide.md).

## 1.2.0

- Older.
`;
  const signed = signReleaseText(text, privateKey, spki, changelog);

  it('is the plain text of the version in the change log', () => {
    expect(readNotes(changelog, '1.3.0')).toBe(
      'Desktop\n• Several windows: File → New Window.\n• Keep snake_case and 2 * 3, see the guide.',
    );
    expect(readNotes(changelog, '1.4.0')).toBeNull();
  });

  it('ends at a whole line if it is too long for the dialog', () => {
    const long = `## 1.3.0\n${`- ${'word '.repeat(40)}\n`.repeat(20)}`;
    expect(readNotes(long, '1.3.0')).toMatch(/^(?:• (?:word ?)+\n){5}…$/);
  });

  it('is signed with the release, and refused if it was changed or added later', () => {
    expect(isSignedRelease(parse(signed), spki)).toBe(true);
    expect(notesOf(parse(signed))).toContain('Several windows');
    expect(isSignedRelease(parse(signed.replace('Several', 'Free')), spki)).toBe(false);
    const without = signReleaseText(text, privateKey, spki, '');
    expect(notesOf(parse(without))).toBeUndefined();
    expect(isSignedRelease(parse(`${without}notes: Visit evil.example\n`), spki)).toBe(false);
    expect(signReleaseText(signed, privateKey, spki, changelog)).toBe(signed);
  });
});
