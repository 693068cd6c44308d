import { expect, it } from 'vitest';
import { unitOf } from './file-facts.ts';
import { formats } from './reading/formats/formats.ts';

it('parts of a file are called what its program calls them', () => {
  const units = Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, unitOf(format)]));
  expect(units).toMatchObject({
    pdf: 'pages',
    docx: 'pages',
    xlsx: 'sheets',
    ods: 'sheets',
    pptx: 'slides',
    odp: 'slides',
  });
});
