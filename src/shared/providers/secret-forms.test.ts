import { expect, it } from 'vitest';
import { quoteUpstream } from '../domain/mask.ts';
import { secretForms } from './secret-forms.ts';

const key = 'k"y\\/+ %1';

it('hides a key in every form in which a vendor may return it', () => {
  const echoes = [
    key,
    JSON.stringify({ key }),
    `?key=${encodeURIComponent(key)}`,
    Buffer.from(key).toString('base64'),
    Buffer.from(key).toString('hex'),
  ];
  for (const echo of echoes) {
    const quoted = quoteUpstream(`You sent ${echo} to us`, secretForms(key));
    expect(quoted).toContain('[hidden]');
    expect(quoted).not.toMatch(/k"y|k\\"y|k%22y|ayJ5|6b2279/);
  }
});

it('lists each form once', () => {
  const forms = secretForms('plain');
  expect(forms).toEqual([...new Set(forms)]);
  expect(forms).toEqual(['plain', 'cGxhaW4', '706c61696e']);
});
