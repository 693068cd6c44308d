import { z } from 'zod';
import type { Recording } from '../completion/recording.ts';
import { CompletionError } from '../completion/error.ts';
import { parseJson } from './body.ts';
import { invalidFormatError } from './failures.ts';
import { callForText } from './post.ts';
import type { CallOptions } from './provider.ts';
import { providerOf } from './providers.ts';
import { transcriptionModelOf } from './transcription-models.ts';
import { errorInBody, errorOfResponse, isRecord } from './upstream-error.ts';
import { fetchFor, type Vendor } from './vendor.ts';

/** In bytes. More than the text of five minutes of speech. */
const longestReply = 262_144;
/** In milliseconds. Transcribing five minutes of speech takes longer than the first word of a reply. */
const maxWait = 60_000;

const replySchema = z.object({ text: z.string() });

/**
 * Requests the text of a recording. Rejects with CompletionError and the texts of document B §8, or with
 * `unsupported_vendor` if the vendor can't turn speech into text.
 */
export async function requestTranscription(
  vendor: Vendor,
  recording: Recording,
  options: CallOptions,
): Promise<string> {
  const model = transcriptionModelOf(vendor);
  const { transcriptions: prepare } = providerOf(vendor);
  if (model === null || !prepare) {
    throw new CompletionError(
      'unsupported_vendor',
      `${vendor.displayName} can't turn speech into text. Choose a model of another provider, or type.`,
    );
  }
  const { url, headers, secrets } = prepare(vendor);
  const form = new FormData();
  form.set('file', new Blob([recording.bytes], { type: recording.type }), recording.name);
  form.set('model', model);
  form.set('response_format', 'json');
  const text = await callForText({
    url,
    headers,
    form,
    signal: options.signal,
    fetch: fetchFor(vendor, options.fetch),
    maxWait,
    limit: longestReply,
    refusal: (status, refused) => errorOfResponse(status, refused, secrets),
  });
  const value = parseJson(text);
  if (isRecord(value) && (value['error'] ?? null) !== null) throw errorInBody(value['error'], secrets);
  const { data: reply } = replySchema.safeParse(value);
  if (!reply) throw invalidFormatError();
  return reply.text.trim();
}
