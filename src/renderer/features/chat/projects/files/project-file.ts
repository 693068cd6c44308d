import { z } from 'zod';
import { charactersPerToken } from '../../../../../shared/domain/context-window.ts';

export const projectFileColumns = 'id, name, media_type, size, pages, characters, created_at';

/** Describes a file of a project, without its text. */
export const projectFile = z.object({
  id: z.string(),
  name: z.string(),
  media_type: z.string(),
  size: z.number(),
  pages: z.number().nullable(),
  characters: z.number(),
  created_at: z.string(),
});
export type ProjectFile = Readonly<z.infer<typeof projectFile>>;

export const projectFiles = z.array(projectFile);

/** Estimates the tokens of files without loading their texts. */
export const tokensOf = (files: readonly ProjectFile[]): number =>
  files.reduce((sum, { characters }) => sum + Math.ceil(characters / charactersPerToken), 0);
