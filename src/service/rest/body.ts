import { nestingDepth } from '../../shared/bounded-json.ts';
import { limits } from './limits.ts';
import { limitExceeded, Refusal } from './refusal.ts';

/** The HTTP server has a lower limit. This one applies to calls inside the process. */
const maxBodyBytes = 16 * 1024 * 1024;

type Json = Readonly<Record<string, unknown>>;

/** A JSON body as text for the database, which keeps every digit of numbers, and parsed for its column names. */
export interface Body {
  readonly text: string;
  readonly value: unknown;
}

const unreadableBody = (message: string) => new Refusal(400, { code: 'PGRST102', message });

export async function readBody(request: Request): Promise<Body> {
  const tooLarge = new Refusal(413, {
    code: 'PGRST102',
    message: `The request body can have at most ${maxBodyBytes} bytes.`,
  });
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge;
  const text = await request.text();
  if (Buffer.byteLength(text) > maxBodyBytes) throw tooLarge;
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  const isJson = ['', 'application/json', 'application/vnd.pgrst.object+json'].includes(type.trim());
  // fetch adds a plain-text content type to an empty body.
  if (!isJson && text !== '') throw unreadableBody(`Content-Type not acceptable: ${type.trim()}`);
  if (text === '') return { text: '', value: undefined };
  if (nestingDepth(text) > limits.jsonLevels)
    throw limitExceeded(`JSON in a request can be nested at most ${limits.jsonLevels} levels deep.`);
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw unreadableBody('Empty or invalid json');
  }
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Rows {
  /** The rows as a JSON array of objects. */
  readonly text: string;
  readonly count: number;
  readonly columns: readonly string[];
}

/**
 * Reads rows from a body, which is an object or a list of objects.
 *
 * @param columns the columns that the request names; if null, all rows must have the same columns
 */
export function rowsOf({ text, value }: Body, columns: readonly string[] | null): Rows {
  const rows = Array.isArray(value) ? (value as unknown[]) : [value];
  if (!rows.every(isRecord)) throw unreadableBody('Empty or invalid json');
  const [first = {}] = rows;
  const names = columns ?? Object.keys(first);
  if (names.length > limits.columns)
    throw limitExceeded(`A row in a request can have at most ${limits.columns} columns.`);
  const isSame = (row: Json) =>
    Object.keys(row).length === names.length && names.every((name) => Object.hasOwn(row, name));
  if (columns === null && !rows.every(isSame)) throw unreadableBody('All object keys must match');
  return { text: Array.isArray(value) ? text : `[${text}]`, count: rows.length, columns: names };
}

/**
 * Returns the named arguments of a call. Returns null if the body is not an object, as for a function with one unnamed
 * parameter.
 */
export function argumentsOf({ value }: Body): Json | null {
  if (value === undefined) return {};
  return isRecord(value) ? value : null;
}
