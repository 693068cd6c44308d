import { CompletionError } from '../../../src/shared/completion/error.ts';
import { encodeBase64 } from '../../../src/shared/domain/encoding.ts';
import { generateImage } from '../../../src/shared/providers/generate-image.ts';
import { imageEndpoints } from '../../../src/shared/providers/image-endpoints.ts';
import type { Vendor, VendorName } from '../../../src/shared/providers/vendor.ts';
import {
  imageGenerationSchema,
  type ImageGenerationRequest,
} from '../../../src/shared/quick-actions/contract.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { settle, type Grant } from '../_shared/grant.ts';
import { quickAction } from '../_shared/quick-action.ts';
import { SqlError } from '../_shared/service.ts';
import { drawDemoImage } from './demo-image.ts';
import { fetchImage, largestImage, tooLarge } from './fetch-image.ts';
import { imageTypeOf } from './image-type.ts';

async function createImage(
  vendor: Vendor,
  request: ImageGenerationRequest,
  options: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  if (vendor.name === 'demo') return drawDemoImage(request.prompt, request.size);
  const image = await generateImage(vendor, request, options);
  return image.kind === 'bytes' ? image.bytes : fetchImage(image.url, vendor.endpointUrl, options);
}

/** Stores the image and resolves to its id. */
async function store(context: FunctionContext, { userId }: Grant, image: Uint8Array): Promise<string> {
  if (image.length > largestImage) throw tooLarge();
  const type = imageTypeOf(image);
  if (type === null)
    throw new CompletionError('invalid_format', 'The vendor did not return a PNG, JPEG or WebP image');
  try {
    // As the service: clients must not store their own files as images.
    const id = await context.callAsService('store_message_image', {
      owner_id: userId,
      content_type: type,
      content: encodeBase64(image),
    });
    return String(id);
  } catch (error) {
    if (error instanceof SqlError && (error.code === 'P0001' || error.code === 'PT429'))
      throw new CompletionError(
        'quota',
        'Your account has no space for another image. Delete chats that you no longer need, then try again.',
      );
    throw error;
  }
}

/**
 * `POST /functions/v1/image-generation {prompt, size, quality}` replies `{success, imageUrl}` (QUICK-006). The image is
 * stored here: `/functions/v1/images/<id>`, for the caller only, as long as one of their messages shows it, or 24 hours.
 */
export const handler = quickAction(
  'image-generation',
  imageGenerationSchema,
  async ({ request, grant, context, signal }) => {
    const { vendor, vendorId } = grant;
    const model =
      vendor.config.image_model ?? imageEndpoints[vendor.name as VendorName]?.model ?? grant.model;
    const usage = { promptTokens: 0, completionTokens: 0 };
    const finish = (outcome: 'answered' | 'failed') =>
      settle(context, grant, { outcome, vendorId, model, usage });
    const hadLeft = signal.aborted;
    let id: string;
    try {
      id = await store(context, grant, await createImage(vendor, request, { fetch: context.fetch, signal }));
    } catch (error) {
      // A stop counts, because the vendor was already working, unless the caller left before the vendor was called.
      const isStopped = !hadLeft && error instanceof CompletionError && error.code === 'aborted';
      // Awaited, so that the message is refunded before the caller can try again.
      await finish(isStopped ? 'answered' : 'failed');
      throw error;
    }
    const settling = finish('answered');
    context.waitUntil?.(settling);
    return { fields: { imageUrl: `${context.supabaseUrl}/functions/v1/images/${id}` }, vendor: vendor.name };
  },
);
