import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedRelease, signedText } from './signature.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const sha512 = (letter: string) => Buffer.alloc(64, letter).toString('base64');

const release = {
  version: '1.3.0-beta.1',
  files: [
    { url: 'Clover-1.3.0-beta.1-win-x64.exe', sha512: sha512('a'), size: 1 },
    { url: 'Clover-1.3.0-beta.1-win-arm64.exe', sha512: sha512('b'), size: 2 },
  ],
  stagingPercentage: 10,
};
const signature = sign(null, Buffer.from(signedText(release)), privateKey).toString('base64');
const signed = { ...release, signature };

describe('the signature of a release', () => {
  it('matches its release, in any order of its files', () => {
    expect(isSignedRelease(signed, key)).toBe(true);
    expect(isSignedRelease({ ...signed, files: release.files.toReversed() }, key)).toBe(true);
  });

  it.each([
    ['another version', { version: '1.4.0' }],
    ['another file', { files: [{ ...release.files[0]!, sha512: sha512('c') }, release.files[1]!] }],
    ['an additional file', { files: [...release.files, { url: 'more.exe', sha512: sha512('d') }] }],
    ['a missing file', { files: [release.files[0]!] }],
    ['a file under the name of another', { files: release.files.map((file) => ({ ...file, url: 'x.exe' })) }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a signature that is not base64', { signature: '*'.repeat(88) }],
    ['a version with a line break', { version: '1.3.0\nx' }],
    ['no files', { files: [] }],
  ])('does not match %s', (_what, change) => {
    expect(isSignedRelease({ ...signed, ...change }, key)).toBe(false);
  });

  it('does not match if another key signed', () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    const forged = sign(null, Buffer.from(signedText(release)), other).toString('base64');
    expect(isSignedRelease({ ...release, signature: forged }, key)).toBe(false);
  });

  it('rejects anything that is not a release', () => {
    for (const nothing of [null, undefined, 'latest', [], {}])
      expect(isSignedRelease(nothing, key)).toBe(false);
  });
});
