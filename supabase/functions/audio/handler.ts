import { CompletionError } from '../../../src/shared/completion/error.ts';
import {
  maxRecordingBytes,
  readRecording,
  type Recording,
} from '../../../src/shared/completion/recording.ts';
import { transcriptionModelOf } from '../../../src/shared/providers/transcription-models.ts';
import { requestTranscription } from '../../../src/shared/providers/transcription.ts';
import { readBytes } from '../_shared/body.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { beginCompletion, reportOutcome, type Grant, type CompletionOutcome } from '../_shared/grant.ts';
import {
  answererHeaders,
  invalidRequest,
  json,
  notFound,
  requireMethod,
  requireSender,
  respond,
} from '../_shared/http.ts';
import { readOwnKey, readVendorName } from '../_shared/own-key.ts';
import { readField } from './form.ts';

/** Limits the form's other fields and its boundaries, together. */
const formBytes = 16_384;

/** Reads the recording from the form's field `file`, which OpenAI's clients use. Throws Refusal 400 or 413. */
async function readForm(request: Request): Promise<Recording> {
  const bytes = await readBytes(request, maxRecordingBytes + formBytes);
  const file = readField(bytes, request.headers.get('content-type') ?? '', 'file');
  if (!file) throw invalidRequest('file: must be a recording, in a form (multipart/form-data)');
  const recording = readRecording(file);
  if (!recording) throw invalidRequest('file: must be a recording as WebM, Ogg, MP4 or WAV');
  return recording;
}

async function transcribe(
  request: Request,
  context: FunctionContext,
  grant: Grant,
  recording: Recording,
): Promise<Response> {
  const report = (outcome: CompletionOutcome['outcome']) =>
    reportOutcome(context, grant, {
      outcome,
      vendorId: grant.vendorId,
      model: transcriptionModelOf(grant.vendor) ?? grant.model,
      // Vendors count speech by the minute.
      usage: { promptTokens: 0, completionTokens: 0 },
    });
  try {
    const options = { signal: request.signal, fetch: context.fetch };
    const text = await requestTranscription(grant.vendor, recording, options);
    const settling = report('answered');
    context.waitUntil?.(settling);
    return json(
      { text },
      200,
      answererHeaders(grant.vendor.name, undefined, grant.messageId, context.requestId),
    );
  } catch (error) {
    // A stop counts, because the vendor was already working. Awaited, so that the message is refunded before a retry.
    const isStopped = error instanceof CompletionError && error.code === 'aborted';
    await report(isStopped ? 'answered' : 'failed');
    throw error;
  }
}

/**
 * `POST /functions/v1/audio/transcriptions`: returns the text of a recording, in OpenAI's format, for access tokens and
 * developer API keys. `x-clover-vendor` names the vendor, by default the active one, whose config names the model.
 * Authorization, own keys, quota and errors work as in `chat/completions`. The recording is neither stored nor logged.
 */
export const handler = respond(async (request, context) => {
  if (!new URL(request.url).pathname.endsWith('/audio/transcriptions')) throw notFound();
  requireMethod(request, 'POST');
  const sender = await requireSender(request, context);
  const ownKey = readOwnKey(request);
  const recording = await readForm(request);
  const grant = await beginCompletion(context, sender, {
    messageId: null,
    model: null,
    vendorName: readVendorName(request),
    ownKey,
    tokenLimits: { prompt: 0, reply: 0 },
  });
  return transcribe(request, context, grant, recording);
});
