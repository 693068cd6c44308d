import { z } from 'zod';

/** Increases with every change of the stored documents, so that an update of the app builds the index again. */
const version = 1;

const manifestSchema = z.object({
  version: z.literal(version),
  cursor: z.string().nullable(),
  next: z.number(),
  segments: z.array(z.object({ key: z.number(), bytes: z.number() })),
});

/** The index's segments, and up to where they contain the account's changes. */
export type Manifest = z.infer<typeof manifestSchema>;

/** For a new index. Segment keys start above those of a deleted index, which another tab may still know. */
export const createManifest = (): Manifest => ({ version, cursor: null, next: Date.now(), segments: [] });

/** @throws if the manifest is invalid, or of another version */
export const readManifest = (value: unknown): Manifest => manifestSchema.parse(value);
