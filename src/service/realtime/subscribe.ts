import { z } from 'zod';
import type { ApiRole } from '../database/database.ts';
import type { PublishedTable } from './catalog.ts';
import { FilterError, parseFilter, type Column } from './filters.ts';
import type { Binding } from './hub.ts';
import { limits } from './limits.ts';

const name = z.string().min(1).max(63);

const bindingRequest = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: name.optional(),
  table: name.optional(),
  filter: z.string().max(limits.filterLength).optional(),
  select: z.array(name).min(1).max(100).optional(),
});

const joinPayload = z.object({
  config: z
    .object({
      broadcast: z.object({ self: z.boolean().optional(), ack: z.boolean().optional() }).nullish(),
      presence: z.object({ enabled: z.boolean().optional() }).nullish(),
      private: z.boolean().nullish(),
      postgres_changes: z.array(bindingRequest).max(limits.bindings).nullish(),
    })
    .nullish(),
  access_token: z.string().max(16_384).nullish(),
});

export type BindingRequest = z.infer<typeof bindingRequest>;

/** The client's request, returned unchanged with the id that its changes will contain. */
export type ConfirmedBinding = BindingRequest & { readonly id: number };

export interface JoinRequest {
  readonly isPrivate: boolean;
  readonly wantsPresence: boolean;
  /** Whether the sender also receives its own broadcasts. */
  readonly self: boolean;
  readonly ack: boolean;
  readonly bindings: readonly BindingRequest[];
  readonly accessToken: string | null;
}

/** Parses the payload of a join. Returns null if it is malformed. */
export function parseJoin(payload: unknown): JoinRequest | null {
  const { success, data } = joinPayload.safeParse(payload ?? {});
  if (!success) return null;
  return {
    isPrivate: data.config?.private ?? false,
    wantsPresence: data.config?.presence?.enabled ?? false,
    self: data.config?.broadcast?.self ?? false,
    ack: data.config?.broadcast?.ack ?? false,
    bindings: data.config?.postgres_changes ?? [],
    accessToken: data.access_token ?? null,
  };
}

const isWildcard = (name: string | undefined) => name === undefined || name === '*';

function columnsOf(request: BindingRequest, selectable: readonly Column[]): readonly Column[] {
  const { select } = request;
  if (!select) return selectable;
  const missing = select.find((column) => !selectable.some(({ name: known }) => known === column));
  if (missing !== undefined) throw new FilterError(`invalid column for select ${missing}`);
  return selectable.filter(({ name: known }) => select.includes(known));
}

/**
 * Resolves the requested bindings to published tables.
 *
 * @throws FilterError if a table is not published or not readable for the role, or a filter is invalid
 */
export function planBindings(
  requests: readonly ConfirmedBinding[],
  tables: readonly PublishedTable[],
  role: ApiRole,
): Binding[] {
  return requests.flatMap((request) => {
    const matching = tables.filter(
      (table) =>
        (isWildcard(request.schema) || table.schema === request.schema) &&
        (isWildcard(request.table) || table.name === request.table),
    );
    const readable = matching.filter((table) =>
      table.key.every(({ name: key }) => table.selectable[role].some(({ name: column }) => column === key)),
    );
    // "Not published" and "not readable" cause the same error, so that it doesn't reveal which tables exist.
    if (readable.length === 0)
      throw new FilterError(`${request.schema ?? '*'}.${request.table ?? '*'} cannot be subscribed to`);
    return readable.map((table) => ({
      id: request.id,
      event: request.event,
      table,
      conditions: parseFilter(request.filter ?? '', table.selectable[role]),
      columns: columnsOf(request, table.selectable[role]),
    }));
  });
}
