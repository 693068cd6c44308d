/** Calls `maxAffected`, whose type exists only for clients with generated types of PostgREST 13. */
export const maxAffected = <Builder>(builder: Builder, rows: number): Builder =>
  (builder as { maxAffected(rows: number): Builder }).maxAffected(rows);
