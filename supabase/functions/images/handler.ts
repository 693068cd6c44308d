import { z } from 'zod';
import { encryptedFileType } from '../../../src/shared/encrypted-history/objects.ts';
import { decodeBase64 } from '../../../src/shared/domain/encoding.ts';
import { notFound, requireCaller, requireMethod, respond } from '../_shared/http.ts';
import { callAsCaller } from '../_shared/service.ts';

const rowsSchema = z.array(
  z.object({
    content_type: z.enum(['image/png', 'image/jpeg', 'image/webp', encryptedFileType]),
    content: z.string(),
  }),
);

const idOf = (url: string) => /\/images\/([^/]+)$/.exec(new URL(url).pathname)?.[1] ?? '';

/**
 * `GET /functions/v1/images/<id>`: sends an image, read as the caller, so that row-level security decides. Other users'
 * images return 404, like missing ones. In an encrypted history, the image is an envelope.
 */
export const handler = respond(async (request, context) => {
  requireMethod(request, 'GET');
  const caller = await requireCaller(request, context);
  const id = z.uuid().safeParse(idOf(request.url));
  if (!id.success) throw notFound();
  const [image] = rowsSchema.parse(
    await callAsCaller(context, caller, 'read_message_image', { image_id: id.data }),
  );
  if (!image) throw notFound();
  return new Response(decodeBase64(image.content), {
    headers: {
      'content-type': image.content_type,
      // If the URL is opened directly, the browser must not interpret it as anything but an image.
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // Images never change. Cached per bearer token, so that the browser's next user doesn't get them.
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'authorization',
    },
  });
});
