import { randomUUID } from 'node:crypto';
import type { Claims, Database, Queryable } from '../database/database.ts';

/** Bucket and path of an object. The file with its bytes has another name. */
export interface ObjectAddress {
  readonly bucket: string;
  readonly name: string;
}

export interface Bucket {
  readonly id: string;
  readonly maxBytes: number;
  readonly allowedTypes: readonly string[];
}

/** A row of `storage.objects`, with the hosted service's columns. */
export interface ObjectRow {
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly owner_id: string | null;
  readonly version: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_accessed_at: string;
  readonly metadata: { readonly size: number; readonly mimetype: string; readonly eTag: string };
}

export const objectColumns =
  'id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata';

/** Reads a bucket as the service, because neither its existence nor its rules are secret. */
export async function findBucket(database: Queryable, id: string): Promise<Bucket | null> {
  const [row] = await database.query<{ id: string; limit: string; types: string[] }>(
    `select id, coalesce(file_size_limit, 0)::text as limit, to_json(coalesce(allowed_mime_types, '{}')) as types
     from storage.buckets where id = $1 and not public`,
    [id],
  );
  return row ? { id: row.id, maxBytes: Number(row.limit), allowedTypes: row.types } : null;
}

async function readObject(database: Queryable, { bucket, name }: ObjectAddress): Promise<ObjectRow | null> {
  const [row] = await database.query<ObjectRow>(
    `select ${objectColumns} from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, name],
  );
  return row ?? null;
}

export const findObject = (
  database: Database,
  claims: Claims,
  address: ObjectAddress,
): Promise<ObjectRow | null> => database.asCaller(claims, (tx) => readObject(tx, address));

/** Finds an object as the service, for callers with a signed URL. */
export const findSignedObject = readObject;

interface NewObject {
  readonly address: ObjectAddress;
  readonly replaces: boolean;
  readonly version: string;
  readonly size?: number;
  readonly mediaType?: string;
}

async function insert(
  tx: Queryable,
  { sub }: Claims,
  { address, replaces, version, size, mediaType }: NewObject,
): Promise<string> {
  const metadata =
    size === undefined ? null : { size, contentLength: size, mimetype: mediaType, eTag: `"${version}"` };
  const [row] = await tx.query<{ id: string }>(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
     values ($1, $2, $3::uuid, $4, $5, $6::jsonb)
     ${replaces ? 'on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata' : ''}
     returning id`,
    [address.bucket, address.name, sub ?? null, sub ?? null, version, metadata],
  );
  if (!row) throw new Error('An object was not inserted.');
  return row.id;
}

/**
 * Stores an object's row once its file is complete. The database refuses the row if its policies, triggers or keys
 * forbid it.
 */
export const insertObject = (database: Database, claims: Claims, object: NewObject): Promise<string> =>
  database.asCaller(claims, (tx) => insert(tx, claims, object));

/** Thrown to roll back an insert that only tests whether it is allowed. */
class InsertAllowed extends Error {}

/** Throws the database's refusal if the caller is not allowed to store an object at this address. */
export async function requireInsertAllowed(
  database: Database,
  claims: Claims,
  object: Pick<NewObject, 'address' | 'replaces'>,
): Promise<void> {
  try {
    await database.asCaller(claims, async (tx) => {
      await insert(tx, claims, { ...object, version: randomUUID() });
      throw new InsertAllowed();
    });
  } catch (error) {
    if (!(error instanceof InsertAllowed)) throw error;
  }
}

/** Deletes the rows that the caller may delete, and returns them. `clean-up.ts` then removes their files. */
export const deleteObjects = (
  database: Database,
  claims: Claims,
  bucket: string,
  names: readonly string[],
): Promise<ObjectRow[]> =>
  database.asCaller(claims, (tx) =>
    tx.query<ObjectRow>(
      `delete from storage.objects where bucket_id = $1
       and name in (select jsonb_array_elements_text($2::jsonb)) returning ${objectColumns}`,
      [bucket, names],
    ),
  );
