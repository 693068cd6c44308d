import { z } from 'zod';
import { personaSchema } from '../../../../../shared/personas/persona.ts';
import { personaColumns, personaRow, toPersonaRow } from '../../../../../shared/personas/persona-row.ts';
import type { LibraryList } from '../../../../lib/library-changes.ts';
import { getSupabase } from '../../../../lib/supabase.ts';
import { toStoreError } from '../../data/store-error.ts';

/** The columns of a row that the user changes. */
export type Row = Readonly<Record<string, unknown>>;

interface Write {
  readonly userId: string;
  readonly id: string;
  /** Null deletes the row. */
  readonly values: Row | null;
  /** Only for a new row: values that don't change later. */
  readonly source: Row;
  /** The revision that may be replaced. Null if the row doesn't exist. */
  readonly revision: number | null;
}

interface LibraryTable {
  /** Returns the values in the form that is stored. Throws if they are damaged. */
  readonly toRow: (values: Row) => Row;
  /** Returns the values of a new row that don't change later. */
  readonly toSource: (values: Row) => Row;
  readonly read: (id: string) => Promise<{ readonly values: Row; readonly revision: number } | null>;
  /** Resolves with false if another device has changed the row since it was read. */
  readonly write: (write: Write) => Promise<boolean>;
}

interface TableOptions {
  readonly name: 'personas' | 'saved_prompts' | 'memories';
  readonly columns: string;
  readonly fromRow: (row: unknown) => Row;
  readonly toRow: (values: Row) => Row;
  readonly toSource?: (values: Row) => Row;
}

/** A policy refuses the row, for example because its message was deleted. */
const notAllowed = '42501';

const versioned = z.object({ revision: z.number() });

function tableOf({ name, columns, fromRow, toRow, toSource = () => ({}) }: TableOptions): LibraryTable {
  return {
    toRow,
    toSource,
    async read(id) {
      const client = await getSupabase();
      const { data, error, status } = await client
        .from(name)
        .select(columns)
        .eq('id', id)
        .maybeSingle()
        .retry(false);
      if (error) throw toStoreError(error, status);
      return data && { values: fromRow(data), revision: versioned.parse(data).revision };
    },
    async write({ userId, id, values, source, revision }) {
      // The type of `from` doesn't accept several tables at once. `toRow` returns the columns of this table.
      const table = (await getSupabase()).from(name as 'personas');
      if (revision === null) {
        const insert = (given: Row) => table.insert([{ ...values, ...given, id, user_id: userId }] as never);
        const first = await insert(source);
        const { error, status } = first.error?.code === notAllowed ? await insert({}) : first;
        if (!error) return true;
        // The row exists: another request has stored it meanwhile.
        if (error.code === '23505' && error.message.includes('pkey')) return false;
        throw toStoreError(error, status);
      }
      const { data, error, status } = await (values
        ? table
            .update(values as never)
            .eq('id', id)
            .eq('revision', revision)
            .select('id')
        : table.delete().eq('id', id).eq('revision', revision).select('id'));
      if (error) throw toStoreError(error, status);
      return data.length > 0;
    },
  };
}

/** Texts may be too long or missing: the service then refuses them, and the user gets them back. */
const personaValues = personaSchema.extend({
  name: z.string(),
  instructions: z.string(),
  starters: z.array(z.string()),
});
const promptValues = z.object({ name: z.string(), title: z.string(), text: z.string() });
const memoryValues = z.object({ content: z.string() });
const memorySource = z.object({
  chat_id: z.string().nullable().exactOptional(),
  message_id: z.string().nullable().exactOptional(),
  created_at: z.string().exactOptional(),
});

export const libraryTables: Readonly<Record<LibraryList, LibraryTable>> = {
  personas: tableOf({
    name: 'personas',
    columns: personaColumns,
    fromRow: (row) => toPersonaRow(personaRow.parse(row)),
    toRow: (values) => toPersonaRow(personaValues.parse(values)),
  }),
  prompts: tableOf({
    name: 'saved_prompts',
    columns: 'id, name, title, text, revision',
    fromRow: (row) => promptValues.parse(row),
    toRow: (values) => promptValues.parse(values),
  }),
  memories: tableOf({
    name: 'memories',
    columns: 'id, content, revision',
    fromRow: (row) => memoryValues.parse(row),
    toRow: (values) => memoryValues.parse(values),
    toSource: (values) => memorySource.parse(values),
  }),
};
