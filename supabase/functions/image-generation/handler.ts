import { CompletionError } from '../../../src/shared/completion/error.ts';
import { generateImage } from '../../../src/shared/providers/generate-image.ts';
import { imageEndpoints } from '../../../src/shared/providers/image-endpoints.ts';
import type { Vendor, VendorName } from '../../../src/shared/providers/vendor.ts';
import {
  imageGenerationSchema,
  type ImageGenerationRequest,
} from '../../../src/shared/quick-actions/contract.ts';
import { encodeBase64 } from '../../../src/shared/domain/base64.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { settle, type Grant } from '../_shared/grant.ts';
import { quickAction } from '../_shared/quick-action.ts';
import { callAsService, ServiceError } from '../_shared/service.ts';
import { drawDemoImage } from './demo-image.ts';
import { fetchImage, largestImage, tooLarge } from './fetch-image.ts';
import { imageTypeOf } from './image-type.ts';

const noImage = () =>
  new CompletionError(
    'invalid_format',
    'The vendor answered with something that is not a PNG, JPEG or WebP image',
  );

const noRoom = () =>
  new CompletionError(
    'quota',
    'Your account has no room for another image. Delete chats that you no longer need, then try again.',
  );

async function makeImage(
  vendor: Vendor,
  asked: ImageGenerationRequest,
  options: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  if (vendor.name === 'demo') return drawDemoImage(asked.prompt, asked.size);
  const made = await generateImage(vendor, asked, options);
  return made.kind === 'bytes' ? made.bytes : fetchImage(made.url, vendor.endpointUrl, options);
}

/** Keeps the image and resolves to its id. */
async function store(context: FunctionContext, { userId }: Grant, image: Uint8Array): Promise<string> {
  if (image.length > largestImage) throw tooLarge();
  const type = imageTypeOf(image);
  if (type === null) throw noImage();
  // As the service: no client may write images, or anything could be kept here under the name of one.
  const stored = callAsService(context, 'store_message_image', {
    owner_id: userId,
    content_type: type,
    content: encodeBase64(image),
  });
  return String(
    await stored.catch((error: unknown) => {
      if (error instanceof ServiceError && (error.code === 'P0001' || error.code === 'PT429')) throw noRoom();
      throw error;
    }),
  );
}

/**
 * `POST /functions/v1/image-generation {prompt, size, quality}` answers `{success, imageUrl}` (QUICK-006). The image is
 * ours by then: the address is `/functions/v1/images/<id>` of this service, for the caller alone, and lasts as long as a
 * message of his that shows it, or 24 hours.
 */
export const handler = quickAction(
  'image-generation',
  imageGenerationSchema,
  async ({ asked, grant, context, signal }) => {
    const { vendor, vendorId } = grant;
    const model =
      vendor.config.image_model ?? imageEndpoints[vendor.name as VendorName]?.model ?? grant.model;
    const finish = (outcome: 'answered' | 'failed') =>
      settle(context, grant, {
        outcome,
        vendorId,
        model,
        usage: { promptTokens: 0, completionTokens: 0 },
      });
    const hadLeft = signal.aborted;
    let id: string;
    try {
      id = await store(context, grant, await makeImage(vendor, asked, { fetch: context.fetch, signal }));
    } catch (error) {
      // A stop counts, because the vendor was at work; unless the caller had left before it was asked.
      const isStopped = !hadLeft && error instanceof CompletionError && error.code === 'aborted';
      // Awaited: who tries again at once must find the message given back.
      await finish(isStopped ? 'answered' : 'failed');
      throw error;
    }
    const settling = finish('answered');
    context.waitUntil?.(settling);
    return { fields: { imageUrl: `${context.supabaseUrl}/functions/v1/images/${id}` }, vendor: vendor.name };
  },
);
