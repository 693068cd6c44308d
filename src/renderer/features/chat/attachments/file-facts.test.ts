import { expect, it } from 'vitest';
import { unitOf } from './file-facts.ts';
import { formats } from './reading/formats/formats.ts';

it('counts pages, slides or sheets, depending on the file type', () => {
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
