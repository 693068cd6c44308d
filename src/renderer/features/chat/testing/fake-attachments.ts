import type { Attachment } from '../attachments/attachment.ts';

export const picture = (name: string, changes: Partial<Attachment> = {}): Attachment =>
  ({
    id: crypto.randomUUID(),
    kind: 'image',
    name,
    mediaType: 'image/png',
    size: 3,
    width: 40,
    height: 30,
    path: `ada/${crypto.randomUUID()}`,
    ...changes,
  }) as Attachment;

export const document = (name: string, textLength: number): Attachment => ({
  id: crypto.randomUUID(),
  kind: 'document',
  name,
  mediaType: 'text/plain',
  size: textLength,
  pages: null,
  textLength,
  path: `ada/${crypto.randomUUID()}`,
});
