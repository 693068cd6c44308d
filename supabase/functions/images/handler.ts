import { z } from 'zod';
import { decodeBase64 } from '../../../src/shared/domain/base64.ts';
import type { FunctionHandler } from '../_shared/context.ts';
import { answering, notFound, preflight, unauthenticated, wrongMethod } from '../_shared/http.ts';
import { readAsCaller } from '../_shared/service.ts';

const rowsSchema = z.array(
  z.object({ content_type: z.enum(['image/png', 'image/jpeg', 'image/webp']), content: z.string() }),
);

const idOf = (url: string) => /\/images\/([^/]+)$/.exec(new URL(url).pathname)?.[1] ?? '';

/**
 * `GET /functions/v1/images/<id>`: the bytes of an own image, read as the caller, so that row-level security decides.
 * Everybody else gets 404, as for an image that does not exist.
 */
export const handler: FunctionHandler = (request, context) =>
  answering(async () => {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'GET') throw wrongMethod('GET');
    const caller = await context.verifyBearer(request);
    if (!caller) throw unauthenticated();
    const id = z.uuid().safeParse(idOf(request.url));
    if (!id.success) throw notFound();
    const [image] = rowsSchema.parse(
      await readAsCaller(context, caller, `rpc/read_message_image?image_id=${id.data}`),
    );
    if (!image) throw notFound();
    return new Response(decodeBase64(image.content), {
      headers: {
        'content-type': image.content_type,
        // Opened by itself it is nothing but a picture, whatever its bytes could also be read as.
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        // An image never changes. Kept by the bearer, so that the next user of the browser does not get it.
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'authorization',
      },
    });
  });
