import type { ReplyTarget } from '../../../src/shared/completion/completion.ts';
import { CompletionError } from '../../../src/shared/completion/error.ts';
import { encodeBase64 } from '../../../src/shared/domain/encoding.ts';
import { stoppedError } from '../../../src/shared/providers/failures.ts';
import { encryptedFileType } from '../../../src/shared/encrypted-history/objects.ts';
import { generateImage } from '../../../src/shared/providers/generate-image.ts';
import { imageEndpoints } from '../../../src/shared/providers/image-endpoints.ts';
import { clientOf, type Vendor } from '../../../src/shared/providers/vendor.ts';
import {
  imageGenerationSchema,
  type ImageGenerationRequest,
} from '../../../src/shared/quick-actions/contract.ts';
import { imageMarkdown } from '../../../src/shared/quick-actions/image-markdown.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { reportOutcome, type Grant, type CompletionOutcome } from '../_shared/grant.ts';
import { toCompletionError } from '../_shared/http.ts';
import { createQuickAction } from '../_shared/quick-action.ts';
import { SqlError } from '../_shared/service.ts';
import { startReply } from '../_shared/write-reply.ts';
import { drawDemoImage } from './demo-image.ts';
import { fetchImage, maximumImageBytes, imageTooLarge } from './fetch-image.ts';
import { imageTypeOf } from '../../../src/shared/domain/image-type.ts';

async function createImage(
  vendor: Vendor,
  request: ImageGenerationRequest,
  options: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  if (vendor.name === 'demo') return drawDemoImage(request.prompt, request.size);
  const image = await generateImage(vendor, request, options);
  return image.kind === 'bytes' ? image.bytes : fetchImage(image.url, vendor.endpointUrl, options);
}

/** Stores an image. `replyId` is the message that will show it; null if there is none. */
async function store(
  context: FunctionContext,
  { userId, encrypter }: Grant,
  image: Uint8Array,
  replyId: string | null,
): Promise<string> {
  if (image.length > maximumImageBytes) throw imageTooLarge();
  const type = imageTypeOf(image);
  if (type === null)
    throw new CompletionError('invalid_format', 'The provider did not return a PNG, JPEG or WebP image');
  try {
    // Runs as the service, because clients must not store their own files as images.
    const imageId = crypto.randomUUID();
    const id = await context.callAsService('store_message_image', {
      owner_id: userId,
      content_type: encrypter ? encryptedFileType : type,
      content: encodeBase64(encrypter ? await encrypter.image(imageId, image) : image),
      image_id: imageId,
      // In an encrypted reply, the database can't read which images it shows.
      ...(replyId !== null && { reply_id: replyId }),
    });
    return String(id);
  } catch (error) {
    if (error instanceof SqlError && (error.code === 'P0001' || error.code === 'PT429'))
      throw new CompletionError(
        'quota',
        'Your account has no space for another image. Delete chats that you no longer need, then try again.',
      );
    // Earlier versions of the app don't name the reply, so the image is plain although the history is encrypted.
    if (error instanceof SqlError && error.code === 'PT409')
      throw new CompletionError('forbidden', 'Your history is encrypted. Update the app, then try again.');
    throw error;
  }
}

type CreatedImage = { readonly outcome: CompletionOutcome } & (
  | { readonly id: string }
  | { readonly error: unknown }
);

/** Creates and stores an image. The outcome determines whether the message counts. */
async function create(
  context: FunctionContext,
  grant: Grant,
  request: ImageGenerationRequest,
  signal: AbortSignal,
  replyId: string | null = null,
): Promise<CreatedImage> {
  const { vendor, vendorId } = grant;
  const client = clientOf(vendor);
  const model = vendor.config.image_model ?? (client && imageEndpoints[client]?.model) ?? grant.model;
  const outcome = { vendorId, model, usage: { promptTokens: 0, completionTokens: 0 } };
  const hadDisconnected = signal.aborted;
  try {
    const image = await createImage(vendor, request, { fetch: context.fetch, signal });
    return { outcome: { ...outcome, outcome: 'answered' }, id: await store(context, grant, image, replyId) };
  } catch (error) {
    // After the vendor was called, a stop counts as answered, because the vendor was already working.
    const isStopped = !hadDisconnected && error instanceof CompletionError && error.code === 'aborted';
    return { outcome: { ...outcome, outcome: isStopped ? 'answered' : 'failed' }, error };
  }
}

/** Writes the message that shows the image. Resolves to the image's id and the message's row. */
async function createImageMessage(
  context: FunctionContext,
  grant: Grant,
  request: ImageGenerationRequest,
  target: ReplyTarget,
): Promise<{ readonly id: string; readonly message: unknown }> {
  let id = '';
  let failure: unknown;
  const reply = startReply(context, grant, target, async (running) => {
    const created = await create(context, grant, request, running.signal, target.replyId);
    const { outcome } = created;
    if ('error' in created) {
      failure = created.error;
      return { ...outcome, error: toCompletionError(failure) };
    }
    ({ id } = created);
    running.describe({ ...outcome, vendor: grant.vendor.name, promptTokens: 0 });
    running.append(imageMarkdown(`/functions/v1/images/${id}`, request.prompt));
    return outcome;
  });
  const { message, error } = await reply.ended;
  if (message === null) throw failure ?? error ?? stoppedError();
  return { id, message };
}

/**
 * `POST /functions/v1/image-generation {prompt, size, quality}` responds with `{success, imageUrl}` (QUICK-006). The
 * image is stored as `/functions/v1/images/<id>`, visible to the caller only, while one of their messages shows it, or
 * for 24 hours.
 */
export const handler = createQuickAction(
  'image-generation',
  imageGenerationSchema,
  async ({ request, grant, context, target, signal }) => {
    const vendor = grant.vendor.name;
    const fieldsOf = (id: string) => ({ imageUrl: `${context.supabaseUrl}/functions/v1/images/${id}` });
    if (target) {
      const { id, message } = await createImageMessage(context, grant, request, target);
      return { fields: fieldsOf(id), vendor, message };
    }
    const created = await create(context, grant, request, signal);
    const settling = reportOutcome(context, grant, created.outcome);
    if ('error' in created) {
      // Awaited, so that the message is refunded before the caller can try again.
      await settling;
      throw created.error;
    }
    context.waitUntil?.(settling);
    return { fields: fieldsOf(created.id), vendor };
  },
);
