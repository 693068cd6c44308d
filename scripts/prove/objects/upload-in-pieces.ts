interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Uploads the first `sent` of several pieces of a file, with the protocol TUS. Resolves to whether it is complete. */
export async function uploadInPieces(
  { url, headers, path, bytes }: Upload,
  { pieces, sent }: { readonly pieces: number; readonly sent: number },
): Promise<boolean> {
  const call = async (
    method: string,
    to: string,
    more: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    const response = await fetch(new URL(to, url), {
      method,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...more },
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw new Error(`${method}: ${response.status}`);
    return response;
  };
  const creation = await call('POST', '/storage/v1/upload/resumable', {
    'upload-length': String(bytes.length),
    'upload-metadata': `bucketName ${base64('attachments')},objectName ${base64(path)},contentType ${base64('image/png')}`,
  });
  const size = Math.ceil(bytes.length / pieces);
  for (let piece = 0; piece < sent; piece += 1) {
    const offset = piece * size;
    const more = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    await call('PATCH', creation.headers.get('location') ?? '', more, bytes.slice(offset, offset + size));
  }
  return sent === pieces;
}
