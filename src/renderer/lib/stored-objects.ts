import { z } from 'zod';
import { platform } from '../platform/index.ts';
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

/** Returns null if the file was stored. Rejects if the service is unreachable. */
export async function uploadObject(path: string, { type, content }: Upload): Promise<ObjectRefusal | null> {
  const response = await request(`attachments/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: content,
  });
  return response.ok ? null : readRefusal(response);
}

/** Returns the file's content, or why it can't be read. Rejects if the service is unreachable. */
export async function downloadObject(path: string): Promise<Blob | ObjectRefusal> {
  const response = await request(`authenticated/attachments/${path}`, { method: 'GET' });
  return response.ok ? response.blob() : readRefusal(response);
}

/** Has no effect on files that a message uses. */
export async function removeObject(path: string): Promise<void> {
  await request(`attachments/${path}`, { method: 'DELETE' });
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const [{ supabaseUrl, supabaseKey }, token] = await Promise.all([platform.loadConfig(), readAccessToken()]);
  const headers = new Headers(init.headers);
  headers.set('apikey', supabaseKey);
  headers.set('authorization', `Bearer ${token}`);
  return reportResult(fetchInSession(`${supabaseUrl}/storage/v1/object/${path}`, { ...init, headers }));
}

async function readRefusal(response: Response): Promise<ObjectRefusal> {
  const { data } = refusalBody.safeParse(await response.json().catch(() => null));
  const status = response.status === 400 ? (data?.statusCode ?? 400) : response.status;
  return { status, error: data?.error ?? '', message: data?.message ?? '' };
}
