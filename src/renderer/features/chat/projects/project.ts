import { z } from 'zod';
import { toStorable } from '../../../../shared/domain/text.ts';
import type { ModelChoice } from '../../../lib/model-choice.ts';
import { locale } from '../../../lib/locale.ts';

export const projectColors = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type ProjectColor = (typeof projectColors)[number];

export const maxNameLength = 100;

/** A group of chats. Its instructions are loaded separately, because they may be long. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly color: ProjectColor;
  /** The model of new chats. Null for the user's default model. */
  readonly model: ModelChoice | null;
  /** The persona of new chats. It may have been deleted. Null for none. */
  readonly personaId: string | null;
  readonly archivedAt: string | null;
  /** When any device last changed the project. */
  readonly updatedAt: string;
}

/** A color that only a newer app version knows is shown as gray. */
const color = z.enum(projectColors).catch('gray');

export const projectColumns = 'id, name, color, model_id, vendor_id, persona_id, archived_at, updated_at';

export const projectRow = z
  .object({
    id: z.string(),
    name: z.string(),
    color,
    model_id: z.string().nullable(),
    vendor_id: z.string().nullable(),
    persona_id: z.string().nullable(),
    archived_at: z.string().nullable(),
    updated_at: z.string(),
  })
  .transform((row): Project => ({
    id: row.id,
    name: row.name,
    color: row.color,
    model: row.model_id === null ? null : { id: row.model_id, vendorName: row.vendor_id },
    personaId: row.persona_id,
    archivedAt: row.archived_at,
    updatedAt: row.updated_at,
  }));

/**
 * Cleans a typed name for storage: replaces control characters and line breaks with spaces, and removes invisible
 * characters that could hide or reorder text. Returns an empty string for a blank name.
 */
export function cleanName(typed: string): string {
  return (
    toStorable(typed)
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      // Keeps joiners, because emoji and some scripts need them.
      .replaceAll(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
      .trim()
      .slice(0, maxNameLength)
      // Half of a surrogate pair may be left at the end.
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim()
  );
}

/** Sorts by name in the order of the user's language: Ä after A, 10 after 9. */
export const byName = (projects: readonly Project[]): Project[] =>
  projects.toSorted((one, other) => one.name.localeCompare(other.name, locale(), { numeric: true }));
