import { queryOptions } from '@tanstack/react-query';
import { personaReplySchemas, type personaRequestSchemas } from '../../../../shared/admin/personas.ts';
import type { Persona } from '../../../../shared/personas/persona.ts';
import { personaRow, type StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { PersonaFileError, readPersonas } from '../../../components/persona/read-personas.ts';
import { usePublishedChange } from '../published/use-published-change.ts';
import { defineActions } from '../service/define-actions.ts';
import { publishedPersonaTexts as texts } from './texts.ts';

export interface PublishedPersona extends StoredPersona {
  readonly updated_at: string;
}

const callPersonas = defineActions<typeof personaRequestSchemas, typeof personaReplySchemas>(
  'personas',
  personaReplySchemas,
);

type Reply = Awaited<ReturnType<typeof callPersonas<'list'>>>;
const listOf = ({ personas }: Reply): readonly PublishedPersona[] =>
  personas.map((row) => ({ ...personaRow.parse(row), updated_at: row.updated_at }));

export const publishedPersonaList = queryOptions({
  queryKey: ['admin', 'personas'],
  queryFn: async () => listOf(await callPersonas('list', {})),
});

interface Change {
  readonly persona: Persona;
  readonly id: string;
  /** Null for a new persona. */
  readonly known: number | null;
}

const publish = async (changes: readonly Change[]) =>
  listOf(
    await callPersonas('publish', {
      personas: changes.map(({ persona, id, known }) => ({
        ...persona,
        starters: [...persona.starters],
        id,
        known_revision: known,
      })),
    }),
  );

export const usePublishPersona = () =>
  usePublishedChange(
    publishedPersonaList.queryKey,
    (change: Change) => publish([change]),
    ({ persona: { name } }) => texts.saved({ name }),
  );

export const useRemovePersona = () =>
  usePublishedChange(
    publishedPersonaList.queryKey,
    async ({ id }: PublishedPersona) => listOf(await callPersonas('remove', { id })),
    ({ name }) => texts.removed({ name }),
  );

const hasName =
  (wanted: string) =>
  ({ name }: Persona): boolean =>
    name.toLowerCase() === wanted.toLowerCase();

/**
 * Publishes a file's personas. Replaces those with a known name. Resolves with notes about what was left out or cut.
 */
export async function publishFile(file: File, published: readonly PublishedPersona[]) {
  const { personas, notes } = await readPersonas(file);
  const twice = personas.find((persona, index) => personas.findIndex(hasName(persona.name)) < index);
  if (twice) throw new PersonaFileError(texts.sameName({ name: twice.name }));
  const changes = personas.map((persona): Change => {
    const known = published.find(hasName(persona.name));
    return { persona, id: known?.id ?? crypto.randomUUID(), known: known?.revision ?? null };
  });
  return {
    list: changes.length > 0 ? await publish(changes) : published,
    count: personas.length,
    notes,
  };
}
