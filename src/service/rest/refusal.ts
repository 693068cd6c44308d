import type { ApiRole } from '../database/database.ts';

/** An error in PostgREST's format, which supabase-js returns as `error`. */
export interface RestError {
  readonly code: string;
  readonly message: string;
  readonly details?: string | null | undefined;
  readonly hint?: string | null | undefined;
}

/** Thrown to refuse a request before anything is stored. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly problem: RestError;

  constructor(status: number, problem: RestError) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

/** Refuses a request that exceeds the limit in `sentence`. The code is SQL's "program limit exceeded". */
export const limitExceeded = (sentence: string, hint?: string): Refusal =>
  new Refusal(400, { code: '54000', message: sentence, hint });

/** Refuses a part of PostgREST that this service doesn't support. The code is SQL's "feature not supported". */
export const notSupported = (sentence: string, hint?: string): Refusal =>
  new Refusal(400, { code: '0A000', message: sentence, hint });

export const querySyntaxError = (parameter: string, details: string): Refusal =>
  new Refusal(400, { code: 'PGRST100', message: `failed to parse ${parameter}`, details });

/** An error from PostgreSQL itself, with its SQLSTATE. */
interface DatabaseError extends Error {
  readonly code: string;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
}

export const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code);

/** HTTP statuses by SQLSTATE (https://docs.postgrest.org/en/v12/references/errors.html). */
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

/** HTTP statuses by SQLSTATE class, its first two letters. All other classes are 400. */
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
  // 401 for visitors, because they may sign in, and 403 for users.
  if (code === insufficientPrivilege) return role === 'anon' ? 401 : 403;
  // A function chooses its status with `raise sqlstate 'PT402'`.
  const chosenStatus = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  if (chosenStatus !== undefined) return Number(chosenStatus);
  return statusOfCode[code] ?? statusOfClass[code.slice(0, 2)] ?? 400;
}

function problemResponse(status: number, { code, message, details, hint }: RestError): Response {
  return Response.json(
    { code, details: details ?? null, hint: hint ?? null, message },
    { status, headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {} },
  );
}

/** Responds to a refusal or a database error. Rethrows every other error. */
export function errorResponse(error: unknown, role: ApiRole): Response {
  if (error instanceof Refusal) return problemResponse(error.status, error.problem);
  if (!isDatabaseError(error)) throw error;
  const { code, message, detail, hint } = error;
  return problemResponse(statusOf(code, role), { code, message, details: detail, hint });
}
