/** Calls `maxAffected`, which supabase-js declares only for clients with types generated for PostgREST 13. */
export const maxAffected = <Builder>(builder: Builder, rows: number): Builder =>
  (builder as { maxAffected(rows: number): Builder }).maxAffected(rows);
