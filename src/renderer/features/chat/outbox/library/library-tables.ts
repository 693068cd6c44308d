import { z } from 'zod';
import { noInstructions } from '../../../../../shared/account/instructions.ts';
import { personaSchema } from '../../../../../shared/personas/persona.ts';
import { personaColumns, personaRow, toPersonaRow } from '../../../../../shared/personas/persona-row.ts';
import type { LibraryList } from '../../../../lib/library-changes.ts';
import { modelChoice } from '../../../../lib/model-choice.ts';
import { getSupabase } from '../../../../lib/supabase.ts';
import { toStoreError } from '../../data/store-error.ts';
import { projectColors } from '../../projects/project.ts';

/** The columns of a row that the user changes. */
export type Row = Readonly<Record<string, unknown>>;

/** Changes with each write: a number, or the time of the last change. */
type Revision = number | string;

interface Write {
  readonly userId: string;
  readonly id: string;
  /** Null deletes the row. */
  readonly values: Row | null;
  /** Only for a new row: values that don't change later. */
  readonly source: Row;
  /** The revision that may be replaced. Null if the row doesn't exist. */
  readonly revision: Revision | null;
}

interface LibraryTable {
  /** Returns the values in the form that is stored. Throws if they are damaged. */
  readonly toRow: (values: Row) => Row;
  /** Returns the values of a new row that don't change later. */
  readonly toSource: (values: Row) => Row;
  readonly read: (id: string) => Promise<{ readonly values: Row; readonly revision: Revision } | null>;
  /** Resolves with false if another device has changed the row since it was read. */
  readonly write: (write: Write) => Promise<boolean>;
}

interface TableOptions {
  readonly name: 'personas' | 'saved_prompts' | 'memories' | 'projects';
  readonly columns: string;
  readonly fromRow: (row: unknown) => Row;
  readonly toRow: (values: Row) => Row;
  readonly toSource?: (values: Row) => Row;
  readonly revisionOf?: 'revision' | 'updated_at';
}

/** A policy refuses the row, for example because its message was deleted. */
const notAllowed = '42501';

const revision = z.union([z.number(), z.string()]);

function tableOf(options: TableOptions): LibraryTable {
  const { name, columns, fromRow, toRow, toSource = () => ({}), revisionOf = 'revision' } = options;
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
      return (
        data && { values: fromRow(data), revision: revision.parse(data[revisionOf as keyof typeof data]) }
      );
    },
    async write({ userId, id, values, source, revision: known }) {
      // The type of `from` doesn't accept several tables at once. `toRow` returns the columns of this table.
      const table = (await getSupabase()).from(name as 'personas');
      if (known === null) {
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
            .eq(revisionOf as 'revision', known as number)
            .select('id')
        : table
            .delete()
            .eq('id', id)
            .eq(revisionOf as 'revision', known as number)
            .select('id'));
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

const projectRow = z.object({
  name: z.string(),
  color: z.string(),
  instructions: z.string().nullable(),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  persona_id: z.string().nullable(),
  archived_at: z.string().nullable(),
});
const projectValues = z
  .object({
    name: z.string(),
    color: z.enum(projectColors),
    instructions: z.string().nullable(),
    model: modelChoice.nullable(),
    personaId: z.string().nullable(),
    archivedAt: z.string().nullable(),
  })
  .partial();

function toProjectRow(values: Row): Row {
  const { model, personaId, archivedAt, ...others } = projectValues.parse(values);
  return {
    ...others,
    ...(personaId !== undefined && { persona_id: personaId }),
    ...(archivedAt !== undefined && { archived_at: archivedAt }),
    ...(model !== undefined && { model_id: model?.id ?? null, vendor_id: model?.vendorName ?? null }),
  };
}

const instructionValues = z.object({ about: z.string(), style: z.string(), is_used: z.boolean() });

/** The account's instructions. Every account has them, even if they are empty and no row exists yet. */
const instructions: LibraryTable = {
  toRow: (values) => instructionValues.parse(values),
  toSource: () => ({}),
  async read() {
    const client = await getSupabase();
    const { data, error, status } = await client
      .from('account_instructions')
      .select('about, style, is_used, revision')
      .maybeSingle()
      .retry(false);
    if (error) throw toStoreError(error, status);
    const stored = data ?? noInstructions;
    return { values: instructionValues.parse(stored), revision: revision.parse(stored.revision) };
  },
  async write({ values, revision: known }) {
    const client = await getSupabase();
    const { data, error, status } = await client.rpc('save_account_instructions', {
      ...instructionValues.parse(values),
      known_revision: Number(known),
    });
    if (error) throw toStoreError(error, status);
    return z.object({ is_saved: z.boolean() }).parse(data).is_saved;
  },
};

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
  projects: tableOf({
    name: 'projects',
    columns: 'id, name, color, instructions, model_id, vendor_id, persona_id, archived_at, updated_at',
    fromRow: (row) => projectRow.parse(row),
    toRow: toProjectRow,
    revisionOf: 'updated_at',
  }),
  instructions,
};
