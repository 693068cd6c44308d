import { z } from 'zod';
import type { ProjectFile } from './project-file.ts';
import { filePlaceTexts as texts } from './place-texts.ts';
import { unitOf } from '../../attachments/file-facts.ts';

const passage = z.object({
  /** The id of the file. */
  file: z.string(),
  name: z.string(),
  type: z.string(),
  /** The number of the page, slide or sheet. Null if the file has none, or was sent whole. */
  page: z.number().nullable(),
  /** Null if the file was sent whole. */
  line: z.number().nullable(),
  /** Positions in the file's text. */
  from: z.number(),
  /** Null if the file was sent whole. */
  to: z.number().nullable(),
  /** True if nothing of the file was sent, because it failed verification. */
  isUnverified: z.literal(true).optional(),
});
/** A part of a project's file that was sent for a reply. */
export type Passage = Readonly<z.infer<typeof passage>>;

const passages = z.array(passage.nullable().catch(null));

/** The stored format. Passages that this version can't read are left out. */
export const storedPassages = z
  .string()
  .nullable()
  .transform((text): readonly Passage[] => {
    try {
      return passages.parse(JSON.parse(text ?? '[]')).filter((each) => each !== null);
    } catch {
      return [];
    }
  });

export const wholeFile = ({ id, name, media_type: type }: ProjectFile): Passage => ({
  file: id,
  name,
  type,
  page: null,
  line: null,
  from: 0,
  to: null,
});

/** Describes where a passage is: `contract.pdf, page 3`. */
export function describePlace({ name, type, page, line, to }: Passage): string {
  if (to === null) return name;
  if (page !== null) return texts[unitOf({ mediaType: type })]({ name, number: page });
  return texts.line({ name, number: line ?? 1 });
}

/** Like `describePlace`, but in English, for the model. */
export function placeInPrompt({ name, type, page, line, to }: Passage): string {
  if (to === null) return name;
  const unit = unitOf({ mediaType: type }).slice(0, -1);
  return page === null ? `${name}, line ${line ?? 1}` : `${name}, ${unit} ${page}`;
}
