import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { Persona } from '../../shared/personas/persona.ts';
import { toPersonaRow } from '../../shared/personas/persona-row.ts';
import { personasQuery } from './personas.ts';
import { getSupabase } from './supabase.ts';
import { reloadQuery } from './reload-query.ts';

/** Stores all of the personas or none. Needs a connection. */
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

const refusal = z.object({ hint: z.literal('limit'), message: z.string() });

/** Returns the service's message if a limit is reached, otherwise `other`. */
export const personaFailure = (error: unknown, other: string): string =>
  refusal.safeParse(error).data?.message ?? other;
