import type { Queryable } from '../database/database.ts';

/**
 * SQL functions that a completion waits for. They run as their owner and for the service alone, so nothing is left for
 * the REST interface to decide; without its way round, a reply's first byte comes two thirds of that time sooner.
 */
const direct: ReadonlySet<string> = new Set(['begin_completion', 'finish_completion']);

/** A parameter's name stands in the statement itself. */
const isName = (name: string) => /^[a-z_]+$/.test(name);

/** Calls one of these functions in one statement; null for every other function. Rejects with the database's error. */
export const createDirectCalls =
  (database: Queryable) =>
  (name: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown> | null => {
    const names = Object.keys(parameters);
    if (!direct.has(name) || !names.every(isName)) return null;
    const list = names.map((parameter, index) => `${parameter} => $${index + 1}`).join(', ');
    return database
      .query<{ result: unknown }>(`select public.${name}(${list}) as result`, Object.values(parameters))
      .then(([row]) => row?.result ?? null);
  };
