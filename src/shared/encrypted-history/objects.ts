import { ServiceRefusal } from './service-refusal.ts';

/** The type of encrypted objects. The real type is in the attachment's row, encrypted. */
export const encryptedFileType = 'application/vnd.clover.encrypted';

/** Replaces the path of a file that failed verification, because such a file must not be read. */
export const noPath = '';

export interface FileBytes {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Stores and reads objects unchanged. Failed requests reject with a ServiceRefusal. */
export interface ObjectStore {
  /** Returns null if there is no such object. */
  readonly download: (path: string) => Promise<FileBytes | null>;
  readonly upload: (path: string, file: FileBytes) => Promise<void>;
  /** Has no effect on objects that a message uses. */
  readonly remove: (path: string) => Promise<void>;
}

/** Returns whether an object is missing. Storage responds with status 400 and puts the real status into the body. */
async function isMissing(response: Response): Promise<boolean> {
  if (response.status === 404) return true;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return response.status === 400 && String(Object(body).statusCode) === '404';
}

/** @param base the URL of the objects, which ends with a slash */
export function createObjectStore(
  send: typeof fetch,
  base: string,
  credentials: Readonly<Record<string, string>>,
  signal: AbortSignal | null,
): ObjectStore {
  const request = (method: string, path: string, file?: FileBytes) =>
    send(`${base}${path}`, {
      method,
      headers: { ...credentials, ...(file && { 'content-type': file.type }) },
      ...(file && { body: file.bytes }),
      signal,
    });
  return {
    download: async (path) => {
      const response = await request('GET', `authenticated/attachments/${path}`);
      if (response.ok)
        return {
          type: response.headers.get('content-type') ?? '',
          bytes: new Uint8Array(await response.arrayBuffer()),
        };
      if (await isMissing(response)) return null;
      throw new ServiceRefusal(response);
    },
    upload: async (path, file) => {
      const response = await request('POST', `attachments/${path}`, file);
      if (!response.ok) throw new ServiceRefusal(response);
    },
    remove: async (path) => {
      const response = await request('DELETE', `attachments/${path}`);
      if (!response.ok && !(await isMissing(response))) throw new ServiceRefusal(response);
    },
  };
}
