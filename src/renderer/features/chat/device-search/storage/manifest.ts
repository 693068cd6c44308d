import { z } from 'zod';

/** Must be increased when the format of stored documents changes. Devices then rebuild their index. */
const version = 1;

const manifestSchema = z.object({
  version: z.literal(version),
  cursor: z.string().nullable(),
  next: z.number(),
  segments: z.array(z.object({ key: z.number(), bytes: z.number() })),
});

/** The index's segments, and the cursor up to which they contain the account's changes. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Creates the manifest of a new index. Its keys are higher than those of a deleted index, which another tab may still
 * know.
 */
export const createManifest = (): Manifest => ({ version, cursor: null, next: Date.now(), segments: [] });

/** @throws if the manifest is invalid, or of another version */
export const readManifest = (value: unknown): Manifest => manifestSchema.parse(value);
