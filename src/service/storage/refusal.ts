import { isDatabaseError } from '../rest/refusal.ts';
import { json } from '../http/json.ts';

/** Statuses that are sent unchanged. For all others, the hosted service sends 400, with the real status as text. */
const sentStatuses = new Set(['416', '429', '501']);

/** A refused request, in the hosted service's format. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
  readonly statusCode: string;
  readonly error: string;

  constructor(statusCode: string, error: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.error = error;
  }
}

/** Also used for other users' objects, so that paths reveal nothing. */
export const objectNotFound = (): StorageRefusal =>
  new StorageRefusal('404', 'not_found', 'Object not found');

export const bucketNotFound = (): StorageRefusal =>
  new StorageRefusal('404', 'Bucket not found', 'Bucket not found');

export const notAllowed = (message = 'new row violates row-level security policy'): StorageRefusal =>
  new StorageRefusal('403', 'Unauthorized', message);

export const invalidRequest = (message: string): StorageRefusal =>
  new StorageRefusal('400', 'InvalidRequest', message);

export const objectTooLarge = (): StorageRefusal =>
  new StorageRefusal('413', 'Payload too large', 'The object exceeded the maximum allowed size');

export const unsupportedType = (mediaType: string): StorageRefusal =>
  new StorageRefusal('415', 'invalid_mime_type', `mime type ${mediaType} is not supported`);

const insufficientPrivilege = '42501';
const uniqueViolation = '23505';
/** Raised if the state of the encrypted history has changed. */
const encryptionConflict = 'PT409';
/** Raised by our own database rules, with a message for the user. */
const raisedException = 'P0001';

/** Returns the refusal for an expected error, or null for any other error. */
function refusalOf(error: unknown): StorageRefusal | null {
  if (error instanceof StorageRefusal) return error;
  if (!isDatabaseError(error)) return null;
  if (error.code === uniqueViolation)
    return new StorageRefusal('409', 'Duplicate', 'The resource already exists');
  if (error.code === insufficientPrivilege)
    return notAllowed(error.hint === undefined ? undefined : error.message);
  if (error.code === encryptionConflict)
    return new StorageRefusal('409', error.hint ?? 'Conflict', error.message);
  if (error.code === raisedException) return new StorageRefusal('403', 'LimitExceeded', error.message);
  return null;
}

export const isRefusal = (error: unknown): boolean => refusalOf(error) !== null;

/**
 * Responds to a refusal or an expected database error. Rethrows every other error.
 *
 * @param isResumable true for resumable uploads, whose clients read only the status
 */
export function errorResponse(error: unknown, isResumable: boolean): Response {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  const { statusCode, error: name, message } = refusal;
  const isSent = isResumable || sentStatuses.has(statusCode);
  return json({ statusCode, error: name, message }, isSent ? Number(statusCode) : 400);
}
