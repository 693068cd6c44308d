import { z } from 'zod';
import { imageTokens } from '../../../../shared/domain/attached-text.ts';
import { charactersPerToken } from '../../../../shared/domain/context-window.ts';

/** The service's limit for the files of one message. */
export const maxFiles = 10;

const baseFields = {
  /** The id of the row, created on this device. */
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  /** The path of the stored object. When a message is edited, both versions share their files' objects. */
  path: z.string(),
  /**
   * The id of the row that this one was copied from. If the text is not on this device, it is read from that
   * row.
   */
  copyOf: z.string().exactOptional(),
  /** Notes for the user about how the file was read. */
  notes: z.array(z.string()).exactOptional(),
};

/** Describes a file, without its content. */
export const attachmentSchema = z.discriminatedUnion('kind', [
  z.object({
    ...baseFields,
    kind: z.literal('image'),
    width: z.number(),
    height: z.number(),
    /** The document and the number of a scanned page. Absent once the file is sent. */
    scan: z.object({ id: z.string(), name: z.string(), page: z.number(), pages: z.number() }).exactOptional(),
  }),
  z.object({
    ...baseFields,
    kind: z.literal('document'),
    /** The number of pages, slides or sheets that are sent. Null if the format has none. */
    pages: z.number().nullable(),
    /** The number of pages, slides or sheets in the whole file. Absent if the user can't choose among them. */
    allPages: z.number().exactOptional(),
    /** The numbers of the pages, slides or sheets to send. Absent if all are sent. */
    chosen: z.array(z.number()).exactOptional(),
    textLength: z.number(),
  }),
]);
export type Attachment = Readonly<z.infer<typeof attachmentSchema>>;
export type AttachedImage = Extract<Attachment, { readonly kind: 'image' }>;
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

/** Returns copies of the files for another message. */
export const copyAttachments = (files: readonly Attachment[]): Attachment[] =>
  files.map((file) => ({ ...file, id: crypto.randomUUID(), copyOf: file.id }));
