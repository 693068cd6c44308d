import { z } from 'zod';
import { imageTokens } from '../../../../shared/domain/attached-text.ts';
import { charactersPerToken } from '../../../../shared/domain/context-window.ts';

/** The service's limit for one message. */
export const maxFiles = 10;

const base = {
  /** The row's id, created on this device. */
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  /** In bytes. */
  size: z.number(),
  /** The stored object's path. An edited message's files share their objects with the original's. */
  path: z.string(),
  /** The row that this one is a copy of. The service copies the text from there. */
  copyOf: z.string().exactOptional(),
  /** Notes for the user about how the file was read. */
  notes: z.array(z.string()).exactOptional(),
};

/** Contains no file content. */
export const attachmentSchema = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('image'), width: z.number(), height: z.number() }),
  z.object({
    ...base,
    kind: z.literal('document'),
    /** Pages, slides or sheets that are sent; null if it has none. */
    pages: z.number().nullable(),
    /** In the file, if they can be chosen. */
    allPages: z.number().exactOptional(),
    /** The numbers of the chosen ones; absent if all are sent. */
    chosen: z.array(z.number()).exactOptional(),
    textLength: z.number(),
  }),
]);
export type Attachment = Readonly<z.infer<typeof attachmentSchema>>;
export type AttachedDocument = Extract<Attachment, { readonly kind: 'document' }>;

export const attachmentColumns =
  'id, kind, name, media_type, size, pages, width, height, text_length, object_path';

export const attachmentRow = z
  .object({
    id: z.string(),
    kind: z.enum(['image', 'document']),
    name: z.string(),
    media_type: z.string(),
    size: z.number(),
    pages: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    text_length: z.number().nullable(),
    object_path: z.string(),
  })
  .transform(({ media_type: mediaType, object_path: path, ...row }): Attachment => {
    const file = { id: row.id, name: row.name, mediaType, size: row.size, path };
    return row.kind === 'image'
      ? { ...file, kind: 'image', width: row.width ?? 1, height: row.height ?? 1 }
      : { ...file, kind: 'document', pages: row.pages, textLength: row.text_length ?? 0 };
  });

/** Estimates the tokens that files add to a prompt. */
export const attachedTokens = (files: readonly Attachment[] = []): number =>
  files.reduce(
    (sum, file) =>
      sum +
      (file.kind === 'image'
        ? imageTokens(file.width, file.height)
        : Math.ceil(file.textLength / charactersPerToken)),
    0,
  );

/** Copies files for another message. */
export const copiesOf = (files: readonly Attachment[]): Attachment[] =>
  files.map((file) => ({ ...file, id: crypto.randomUUID(), copyOf: file.id }));
