import { z } from 'zod';
import type { Caller } from '../callers.ts';
import type { Claims, Database } from '../database/database.ts';
import { json } from '../http/json.ts';
import { objectInfo, sendObject } from './download.ts';
import { listObjects, listSchema } from './list.ts';
import type { ObjectFiles } from './object-files.ts';
import {
  deleteObjects,
  findBucket,
  findObject,
  findSignedObject,
  type Bucket,
  type ObjectAddress,
  type ObjectRow,
} from './object-rows.ts';
import {
  bucketNotFound,
  errorResponse,
  invalidRequest,
  notAllowed,
  objectNotFound,
  StorageRefusal,
} from './refusal.ts';
import { createResumableUploads } from './resumable.ts';
import { routeOf, type Route } from './routes.ts';
import { createSignedUrls, maxUrlSeconds } from './signed-urls.ts';
import { createUploads } from './upload.ts';

export interface StorageOptions {
  readonly database: Database;
  readonly files: ObjectFiles;
  readonly jwtSecret: string;
  readonly identify: (request: Request) => Promise<Caller | Response>;
}

/** Routes that need an API key. Signed URLs don't, because browsers open them. */
type KeyedRoute = Exclude<Route, { readonly kind: 'download-signed' }>;

/** Maximum bytes of requests that contain only names of objects. */
const maximumBodyBytes = 64 * 1024;

const signSchema = z.object({ expiresIn: z.number().int().min(1).max(maxUrlSeconds) });
const removeSchema = z.object({ prefixes: z.array(z.string().max(1024)).min(1).max(100) });

async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of request.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > maximumBodyBytes) throw invalidRequest('The request is too large.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest('The body is not JSON.');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw invalidRequest(`body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is not valid'}`);
  }
  return parsed.data;
}

/** Implements the parts of Supabase's `/storage/v1` that supabase-js uses for private buckets. docs/api.md lists them. */
export function createStorage({ database, files, jwtSecret, identify }: StorageOptions) {
  const upload = createUploads(database, files);
  const signedUrls = createSignedUrls(jwtSecret);

  const bucketOf = async (id: string): Promise<Bucket> => {
    const bucket = await findBucket(database, id);
    if (!bucket) throw bucketNotFound();
    return bucket;
  };
  const resume = createResumableUploads({ database, files, jwtSecret, bucketOf });
  const requireReadable = async (claims: Claims, address: ObjectAddress): Promise<ObjectRow> => {
    const object = await findObject(database, claims, address);
    if (!object) throw objectNotFound();
    return object;
  };

  async function download(request: Request, claims: Claims, address: ObjectAddress): Promise<Response> {
    const object = await requireReadable(claims, address);
    return sendObject(request, object, { files, bucket: await bucketOf(address.bucket) });
  }

  async function downloadSigned(request: Request, address: ObjectAddress): Promise<Response> {
    const parameters = new URL(request.url).searchParams;
    await signedUrls.check(address, parameters.get('token') ?? '');
    const object = await findSignedObject(database, address);
    if (!object) throw objectNotFound();
    const bucket = await bucketOf(address.bucket);
    return sendObject(request, object, { files, bucket, fileName: parameters.get('download') });
  }

  async function sign(request: Request, claims: Claims, address: ObjectAddress): Promise<Response> {
    const { expiresIn } = await readBody(request, signSchema);
    await requireReadable(claims, address);
    const token = await signedUrls.sign(address, expiresIn);
    const path = address.name.split('/').map(encodeURIComponent).join('/');
    return json({ signedURL: `/object/sign/${address.bucket}/${path}?token=${token}` });
  }

  async function answer(request: Request, claims: Claims, route: KeyedRoute): Promise<Response> {
    switch (route.kind) {
      case 'upload': {
        const bucket = await bucketOf(route.address.bucket);
        return upload({ request, claims, bucket, ...route });
      }
      case 'download':
        return download(request, claims, route.address);
      case 'info':
        return objectInfo(await requireReadable(claims, route.address));
      case 'sign':
        return sign(request, claims, route.address);
      case 'list': {
        const { id } = await bucketOf(route.bucket);
        return json(await listObjects(database, claims, id, await readBody(request, listSchema)));
      }
      case 'remove': {
        const { prefixes } = await readBody(request, removeSchema);
        return json(await deleteObjects(database, claims, route.bucket, prefixes));
      }
      case 'remove-one': {
        const { bucket, name } = route.address;
        const deletedRows = await deleteObjects(database, claims, bucket, [name]);
        if (deletedRows.length === 0) throw objectNotFound();
        return json({ message: 'Successfully deleted' });
      }
      case 'resumable':
        return resume(request, claims, route.token);
      case 'list-buckets':
        return json([]);
      case 'bucket':
        throw bucketNotFound();
      case 'change-bucket':
        // Buckets are part of the schema, so only migrations create and change them.
        throw notAllowed();
      case 'not-offered':
        throw new StorageRefusal(
          '501',
          'NotImplemented',
          "This service doesn't support this part of the storage API.",
        );
    }
  }

  return async (request: Request): Promise<Response> => {
    let isResumable = false;
    try {
      const route = routeOf(request);
      isResumable = route.kind === 'resumable';
      if (route.kind === 'download-signed') return await downloadSigned(request, route.address);
      const caller = await identify(request);
      return caller instanceof Response ? caller : await answer(request, caller.claims, route);
    } catch (error) {
      return errorResponse(error, isResumable);
    }
  };
}
