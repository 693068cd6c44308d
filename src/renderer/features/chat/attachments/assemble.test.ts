import { expect, it } from 'vitest';
import { noPath } from '../../../../shared/encrypted-history/objects.ts';
import { document, picture } from '../testing/fake-attachments.ts';
import { assemble } from './assemble.ts';
import { openMemoryFiles } from './device/memory-files.ts';
import { UnverifiedFile } from './failure.ts';

const content = (text: string) => new Blob([text]);
const withImages = { supportsImages: true };

it('sends documents before the text of their message, and images as separate parts', async () => {
  const files = openMemoryFiles();
  const [plan, bed] = [document('plan.txt', 13), picture('bed.png')];
  await files.keep(plan.path, { blob: content('original'), text: 'Sow in March.' });
  await files.keep(bed.path, { blob: content('abc'), text: null });
  const { messages, isCut } = await assemble(
    [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'When?', files: [bed, plan] },
      { role: 'assistant', content: 'Soon.' },
    ],
    files,
    withImages,
  );
  expect(messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: '<document-1 name="plan.txt">\nSow in March.\n</document-1>\n\nWhen?',
      images: [{ mediaType: 'image/png', data: 'YWJj' }],
    },
    { role: 'assistant', content: 'Soon.' },
  ]);
  expect(isCut).toBe(false);
});

it("a model that can't read images gets their names", async () => {
  const files = openMemoryFiles();
  const bed = picture('bed.png');
  await files.keep(bed.path, { blob: content('abc'), text: null });
  const { messages } = await assemble([{ role: 'user', content: 'What is it?', files: [bed] }], files, {
    supportsImages: false,
  });
  expect(messages).toEqual([
    { role: 'user', content: '[The image "bed.png" is not included.]\n\nWhat is it?' },
  ]);
});

it('sends as many of the newest images as fit, and names the others', async () => {
  const files = openMemoryFiles();
  const pictures = ['old.png', 'new.png'].map((name) => picture(name));
  for (const { path } of pictures)
    await files.keep(path, { blob: content('x'.repeat(9 * 1_048_576)), text: null });
  const { messages, isCut } = await assemble(
    pictures.map((file) => ({ role: 'user' as const, content: 'See', files: [file] })),
    files,
    withImages,
  );
  expect(messages.map(({ images = [] }) => images.length)).toEqual([0, 1]);
  expect(messages[0]?.content).toContain('The image "old.png" is not included.');
  expect(isCut).toBe(true);
});

it('names a file that no longer exists, and sends the others', async () => {
  const { messages } = await assemble(
    [{ role: 'user', content: 'See', files: [document('gone.txt', 4), picture('gone.png')] }],
    openMemoryFiles(),
    withImages,
  );
  expect(messages[0]?.content).toContain('The file "gone.txt" no longer exists.');
  expect(messages[0]?.content).toContain('The image "gone.png" is not included.');
});

it('leaves out files that failed verification, and sends the rest', async () => {
  const files = openMemoryFiles();
  const refuse = () => Promise.reject(new UnverifiedFile());
  const { messages } = await assemble(
    [
      {
        role: 'user',
        content: 'See',
        files: [
          picture('bed.png'),
          document('plan.txt', 3),
          { ...document('This file failed verification', 3), path: noPath },
        ],
      },
    ],
    { ...files, readBlob: refuse, readText: refuse },
    withImages,
  );
  expect(messages[0]?.content).toBe(
    [
      '[The image "bed.png" is not included, because it failed verification.]',
      '[The file "plan.txt" is not included, because it failed verification.]',
      '[A file is not included, because it failed verification.]',
      '',
      'See',
    ].join('\n'),
  );
  const failing = { ...files, readBlob: () => Promise.reject(new Error('No connection')) };
  const sending = assemble(
    [{ role: 'user', content: 'See', files: [picture('bed.png')] }],
    failing,
    withImages,
  );
  await expect(sending).rejects.toThrow('No connection');
});
