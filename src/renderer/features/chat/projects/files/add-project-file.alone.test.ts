import { expect, it, vi } from 'vitest';
import { readingLimits } from '../../attachments/reading/limits.ts';
import { readFile } from '../../attachments/reading/read-file.ts';
import { addProjectFile } from './add-project-file.ts';
import { insertProjectFile } from './data.ts';

vi.mock('../../attachments/reading/read-file.ts', { spy: true });
vi.mock('./data.ts', { spy: true });

it('cuts what joining the pages has made too long, and says so', async () => {
  vi.mocked(insertProjectFile).mockResolvedValue();
  const text = 'a'.repeat(readingLimits.textBytes / 2);
  vi.mocked(readFile).mockResolvedValue({
    kind: 'document',
    name: 'long.pdf',
    mediaType: 'application/pdf',
    blob: new Blob(),
    text,
    pages: 2,
    parts: [
      { number: 1, name: null, text },
      { number: 2, name: null, text },
    ],
    notes: ['Read.'],
  });
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const { row, notes } = await addProjectFile('garden', 'a', new File(['x'], 'long.pdf'), options);
  expect(row.characters).toBe(readingLimits.textBytes);
  expect(vi.mocked(insertProjectFile).mock.lastCall?.[2]).toHaveLength(readingLimits.textBytes);
  expect(notes).toEqual(['Read.', 'Only the beginning is included. 1 character was left out.']);
});
