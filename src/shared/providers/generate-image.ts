import { z } from 'zod';
import { CompletionError } from '../completion/error.ts';
import { decodeBase64 } from '../domain/encoding.ts';
import { parseJson } from './body.ts';
import { invalidFormatError } from './failures.ts';
import { imageEndpoints, type ImageRequest } from './image-endpoints.ts';
import { callForText } from './post.ts';
import { prepareCall, siblingUrl } from './prepare-call.ts';
import type { CallOptions } from './provider.ts';
import { providerOf } from './providers.ts';
import { errorInBody, errorOfResponse, isRecord } from './upstream-error.ts';
import { clientOf, fetchFor, type Vendor } from './vendor.ts';

/** A vendor's image: bytes of any type, or its URL. */
type GeneratedImage =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'url'; readonly url: string };

/** In bytes. Enough for a reply with an image of 4 MiB in base64. */
const maxReplyBytes = 6_291_456;

const dataUrl = /^data:[^,]{0,100};base64,/;

/** Decodes base64, which may contain line breaks or be in a data URL. */
function decode(text: string): GeneratedImage {
  try {
    const bytes = decodeBase64(text.replace(dataUrl, ''));
    if (bytes.length > 0) return { kind: 'bytes', bytes };
  } catch {
    // Treat invalid base64 like an empty image.
  }
  throw invalidFormatError();
}

const replySchema = z.object({
  data: z
    .array(
      z.object({
        b64_json: z.string().min(1).nullish().catch(null),
        url: z.string().min(1).nullish().catch(null),
      }),
    )
    .min(1),
});

function readImage(value: unknown): GeneratedImage {
  const { data: reply } = replySchema.safeParse(value);
  const { b64_json: encoded, url } = reply?.data[0] ?? {};
  if (encoded) return decode(encoded);
  if (url && dataUrl.test(url)) return decode(url);
  if (url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return { kind: 'url', url };
  throw invalidFormatError();
}

/**
 * Creates one image: `POST` to the images endpoint next to the completions, with the config's `image_model` or the
 * vendor's default. Takes at most 30 s. The caller checks type and size, and fetches a URL through the guarded fetch.
 * Rejects with CompletionError and the texts of document B §8, or with `unsupported_vendor` if the vendor creates no
 * images.
 */
export async function generateImage(
  vendor: Vendor,
  request: ImageRequest,
  options: CallOptions,
): Promise<GeneratedImage> {
  const { dialect } = providerOf(vendor);
  const client = clientOf(vendor);
  const images = client && imageEndpoints[client];
  if (!dialect || !images) {
    throw new CompletionError('unsupported_vendor', `${vendor.displayName} cannot create images`);
  }
  const { endpoint, headers, secrets } = prepareCall(vendor, dialect);
  const text = await callForText({
    url: siblingUrl(endpoint, images.path),
    headers,
    body: {
      model: vendor.config.image_model ?? images.model,
      prompt: request.prompt,
      ...images.fields(request),
    },
    signal: options.signal,
    fetch: fetchFor(vendor, options.fetch),
    limit: maxReplyBytes,
    refusal: (status, body) => errorOfResponse(status, body, secrets),
  });
  const value = parseJson(text);
  if (isRecord(value) && (value['error'] ?? null) !== null) throw errorInBody(value['error'], secrets);
  return readImage(value);
}
