import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { Persona } from '../../shared/personas/persona.ts';
import {
  personaColumns,
  personaRow,
  type StoredPersona,
  toPersonaRow,
} from '../../shared/personas/persona-row.ts';
import { personasQuery } from './personas.ts';
import { getSupabase } from './supabase.ts';
import { reloadQuery } from './reload-query.ts';

const isSame = (a: Persona, b: Persona): boolean =>
  JSON.stringify(toPersonaRow(a)) === JSON.stringify(toPersonaRow(b));

export async function createPersonas(
  client: QueryClient,
  userId: string,
  personas: readonly Persona[],
): Promise<void> {
  const supabase = await getSupabase();
  const rows = personas.map((persona) => ({
    id: crypto.randomUUID(),
    user_id: userId,
    ...toPersonaRow(persona),
  }));
  await supabase.from('personas').insert(rows).throwOnError();
  await reloadQuery(client, personasQuery(userId).queryKey);
}

/**
 * Stores an edited persona, unless another device has changed or deleted it since `revision`. Resolves with undefined
 * if it was saved, otherwise with the other device's version, or null if it was deleted.
 */
export async function changePersona(
  client: QueryClient,
  userId: string,
  { id, revision, ...persona }: Persona & Pick<StoredPersona, 'id' | 'revision'>,
): Promise<StoredPersona | null | undefined> {
  const personas = (await getSupabase()).from('personas');
  const { data: changed } = await personas
    .update(toPersonaRow(persona))
    .eq('id', id)
    .eq('revision', revision)
    .select('id')
    .throwOnError();
  await reloadQuery(client, personasQuery(userId).queryKey);
  if (changed.length > 0) return undefined;
  const { data } = await personas.select(personaColumns).eq('id', id).maybeSingle().throwOnError();
  const stored = data && personaRow.parse(data);
  // Equal values count as saved: the response to an earlier request may have been lost.
  return stored && isSame(stored, persona) ? undefined : stored;
}

export async function deletePersona(client: QueryClient, userId: string, id: string): Promise<void> {
  const supabase = await getSupabase();
  await supabase.from('personas').delete().eq('id', id).throwOnError();
  await reloadQuery(client, personasQuery(userId).queryKey);
}

const refusal = z.object({ hint: z.literal('limit'), message: z.string() });

/** Returns the service's message if a limit is reached, otherwise `other`. */
export const personaFailure = (error: unknown, other: string): string =>
  refusal.safeParse(error).data?.message ?? other;
