import type { ApiRole } from '../database/database.ts';

/** What PostgreSQL reports, in the words of PGlite and postgres.js alike. */
export interface DatabaseError extends Error {
  readonly code: string;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
}

const sqlState = /^[0-9A-Z]{5}$/;

/** Whether an error comes from PostgreSQL itself, that is, carries an SQLSTATE. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && sqlState.test(error.code)
  );
}

/** HTTP statuses of exact SQLSTATEs, as https://docs.postgrest.org/en/v12/references/errors.html lists them. */
const statusOfCode: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};

/** The same for whole classes (the first two letters); every other class is a bad request. */
const statusOfClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  P0: 500,
  XX: 500,
};

const insufficientPrivilege = '42501';

function statusOf(code: string, role: ApiRole): number {
  // A visitor may yet sign in (401); somebody who has signed in is simply not allowed (403).
  if (code === insufficientPrivilege) return role === 'anon' ? 401 : 403;
  // `raise sqlstate 'PT402'` is a function's way to choose its status.
  const chosen = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  if (chosen !== undefined) return Number(chosen);
  return statusOfCode[code] ?? statusOfClass[code.slice(0, 2)] ?? 400;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly details?: string | null | undefined;
  readonly hint?: string | null | undefined;
}

/** An error answer in PostgREST's shape, which supabase-js hands on as `error`. */
export function problemResponse(status: number, { code, message, details, hint }: Problem): Response {
  return Response.json(
    { code, details: details ?? null, hint: hint ?? null, message },
    { status, headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {} },
  );
}

/** Answers a database error as hosted's PostgREST does. */
export function databaseErrorResponse(error: DatabaseError, role: ApiRole): Response {
  return problemResponse(statusOf(error.code, role), {
    code: error.code,
    message: error.message,
    details: error.detail,
    hint: error.hint,
  });
}
