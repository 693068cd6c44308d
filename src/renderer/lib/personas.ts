import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type Persona, personaColors, personaParameters } from '../../shared/personas/persona.ts';
import { getSupabase } from './supabase.ts';

export interface StoredPersona extends Persona {
  readonly id: string;
  /** Grows with each change. */
  readonly revision: number;
}

const columns = 'id, name, color, instructions, model_id, vendor_id, parameters, starters, revision';
const row = z
  .object({
    id: z.string(),
    name: z.string(),
    color: z.enum(personaColors).catch('green'),
    instructions: z.string(),
    model_id: z.string().nullable(),
    vendor_id: z.string().nullable(),
    parameters: personaParameters.catch({}),
    starters: z.array(z.string()),
    revision: z.number(),
  })
  .transform(({ model_id, vendor_id, ...persona }): StoredPersona => ({
    ...persona,
    model: model_id === null ? null : { id: model_id, vendorName: vendor_id },
  }));

const toRow = ({ name, color, instructions, model, parameters, starters }: Persona) => ({
  name,
  color,
  instructions,
  model_id: model?.id ?? null,
  vendor_id: model?.vendorName ?? null,
  parameters,
  starters: [...starters],
});

const isSame = (a: Persona, b: Persona): boolean => JSON.stringify(toRow(a)) === JSON.stringify(toRow(b));

/** The user's personas by name. */
export const personasQuery = (userId: string) =>
  queryOptions({ queryKey: ['personas', userId], queryFn: listPersonas });

async function listPersonas(): Promise<StoredPersona[]> {
  const client = await getSupabase();
  const { data } = await client.from('personas').select(columns).order('name').throwOnError();
  return z.array(row).parse(data);
}

export async function createPersonas(
  client: QueryClient,
  userId: string,
  personas: readonly Persona[],
): Promise<void> {
  const supabase = await getSupabase();
  const rows = personas.map((persona) => ({ id: crypto.randomUUID(), user_id: userId, ...toRow(persona) }));
  await supabase.from('personas').insert(rows).throwOnError();
  await client.invalidateQueries({ queryKey: personasQuery(userId).queryKey });
}

/**
 * Stores a persona that was edited on the basis of `revision`. Otherwise nothing is stored. Resolves with the persona
 * that another device has stored since, null if that device deleted it, and undefined if it is saved.
 */
export async function changePersona(
  client: QueryClient,
  userId: string,
  { id, revision, ...persona }: Persona & Pick<StoredPersona, 'id' | 'revision'>,
): Promise<StoredPersona | null | undefined> {
  const personas = (await getSupabase()).from('personas');
  const { data: changed } = await personas
    .update(toRow(persona))
    .eq('id', id)
    .eq('revision', revision)
    .select('id')
    .throwOnError();
  await client.invalidateQueries({ queryKey: personasQuery(userId).queryKey });
  if (changed.length > 0) return undefined;
  const { data } = await personas.select(columns).eq('id', id).maybeSingle().throwOnError();
  const stored = data && row.parse(data);
  // The same values are also saved: the response to an earlier request may have been lost.
  return stored && isSame(stored, persona) ? undefined : stored;
}

export async function deletePersona(client: QueryClient, userId: string, id: string): Promise<void> {
  const supabase = await getSupabase();
  await supabase.from('personas').delete().eq('id', id).throwOnError();
  await client.invalidateQueries({ queryKey: personasQuery(userId).queryKey });
}

const refusal = z.object({ hint: z.literal('limit'), message: z.string() });

/** The service's sentence if a limit is reached, or else `other`. */
export const personaFailure = (error: unknown, other: string): string =>
  refusal.safeParse(error).data?.message ?? other;
