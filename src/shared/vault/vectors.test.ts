import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stretchPassphrase } from './passphrase.ts';
import { checkVectors, type Vectors } from './testing/check-vectors.ts';

const file = new URL('../../../docs/encryption-vectors.json', import.meta.url);
const published = JSON.parse(readFileSync(file, 'utf8')) as Vectors;

it('reproduces the published vectors', async () => {
  expect(await checkVectors(published)).toEqual([]);
});

it('detects a vector that differs', async () => {
  const texts = published.texts.map((vector) => ({ ...vector, text: `${vector.text}!` }));
  expect(await checkVectors({ ...published, texts, unlock: [] })).toHaveLength(texts.length);
});

it('reads a passphrase in both encodings of an accent', () => {
  const salt = new Uint8Array(32);
  expect(stretchPassphrase('caf\u00e9 au lait', salt)).toEqual(stretchPassphrase('cafe\u0301 au lait', salt));
});
