// npm run release:sign -- --folder <folder>: signs each release file (latest.yml, beta-mac.yml, …) in the folder. Apps
// refuse updates without a valid signature. CLOVER_UPDATE_PRIVATE_KEY is the private key (PKCS8 DER in base64),
// CLOVER_UPDATE_KEY the public key in the built app. Checks each signature with the public key before writing it.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../lib/command-line.mjs';
import { signReleaseText } from './release-file.ts';

function readVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

function printNewKey(): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  console.log(
    `CLOVER_UPDATE_KEY=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}\n` +
      `CLOVER_UPDATE_PRIVATE_KEY=${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
  );
}

function signFolder(folder: string): void {
  const key = createPrivateKey({
    key: Buffer.from(readVariable('CLOVER_UPDATE_PRIVATE_KEY'), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = readVariable('CLOVER_UPDATE_KEY');
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const names = readdirSync(folder).filter((name) => /^(?:latest|beta|alpha)(?:-[\w-]+)?\.yml$/.test(name));
  if (names.length === 0) throw new Error(`${folder} contains no release file.`);
  for (const name of names) {
    const path = join(folder, name);
    writeFileSync(path, signReleaseText(readFileSync(path, 'utf8'), key, publicKey, changelog));
    console.log(`signed ${name}`);
  }
}

const usage = `Usage: npm run release:sign -- --folder <folder> | --new-key

  --folder <folder>   signs the release files in it
  --new-key           prints a new key pair`;
const values = readCommandLine(usage, { folder: { type: 'string' }, 'new-key': { type: 'boolean' } });
if (values['new-key']) printNewKey();
else if (values.folder) signFolder(values.folder);
else throw new Error(usage);
