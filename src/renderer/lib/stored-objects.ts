import { z } from 'zod';
import { platform } from '../platform/index.ts';
import { loadModule } from './load-module.ts';
import { reportResult } from './service-connection.ts';
import { fetchInSession } from './session-requests.ts';
import { readAccessToken } from './supabase.ts';

export interface ObjectRefusal {
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

/** Like the hosted service, storage responds with status 400 and the real status in the body. */
const refusalBody = z.object({
  statusCode: z.coerce.number(),
  error: z.string().catch(''),
  message: z.string().catch(''),
});

interface Upload {
  readonly type: string;
  readonly content: Blob;
}

/**
 * In bytes. Larger files are uploaded in pieces of this size, so that a lost connection doesn't lose the whole upload.
 */
const maxWholeBytes = 6 * 1_048_576;

/** Returns null if the file was stored. Rejects if the service is unreachable. */
export async function uploadObject(path: string, { type, content }: Upload): Promise<ObjectRefusal | null> {
  const inPieces =
    content.size > maxWholeBytes &&
    // If this part can't be loaded, the file is uploaded as a whole.
    (await loadModule(() => import('./upload-in-pieces.ts')).catch(() => null));
  const response = inPieces
    ? await inPieces.uploadInPieces(path, { type, content }, request)
    : await request(`object/attachments/${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: content,
      });
  return response.ok ? null : readRefusal(response);
}

/** Returns the file's content, or why it can't be read. Rejects if the service is unreachable. */
export async function downloadObject(path: string): Promise<Blob | ObjectRefusal> {
  const response = await request(`object/authenticated/attachments/${path}`, { method: 'GET' });
  return response.ok ? response.blob() : readRefusal(response);
}

/** Deletes a file, unless a message uses it. */
export async function removeObject(path: string): Promise<void> {
  await request(`object/attachments/${path}`, { method: 'DELETE' });
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const [{ supabaseUrl, supabaseKey }, token] = await Promise.all([platform.loadConfig(), readAccessToken()]);
  const headers = new Headers(init.headers);
  headers.set('apikey', supabaseKey);
  headers.set('authorization', `Bearer ${token}`);
  return reportResult(fetchInSession(`${supabaseUrl}/storage/v1/${path}`, { ...init, headers }));
}

async function readRefusal(response: Response): Promise<ObjectRefusal> {
  const text = await response.text().catch(() => '');
  const { data } = refusalBody.safeParse(parseJson(text));
  const status = response.status === 400 ? (data?.statusCode ?? 400) : response.status;
  // The hosted service refuses resumable uploads with a message only.
  const error = data?.error ?? (text.includes('already exists') ? 'Duplicate' : '');
  return { status, error, message: data?.message ?? '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
