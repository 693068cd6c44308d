import { readRecording } from '../../shared/completion/recording.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import { transcribeThroughGateway } from '../../shared/providers/gateway.ts';
import { requestTranscription } from '../../shared/providers/transcription.ts';
import { createDirectVendor, type DirectVendorDependencies } from './direct-vendor.ts';

export interface TranscribeDependencies extends DirectVendorDependencies {
  /** The fetch that `guardFetch` returns. */
  readonly fetch: typeof globalThis.fetch;
}

export interface TranscribeRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly accessToken: string;
  readonly vendor?: string;
}

/**
 * Turns recorded speech into text. The main process calls the vendor directly if the keychain has this user's key for it,
 * or if the vendor runs on this computer. Otherwise it uses the service's gateway. The recording is never written to
 * disk. Rejects with CompletionError.
 */
export function createTranscribe({ fetch, ...dependencies }: TranscribeDependencies) {
  const findDirectVendor = createDirectVendor(dependencies);
  return async (
    { bytes, accessToken, vendor: name }: TranscribeRequest,
    signal: AbortSignal,
  ): Promise<string> => {
    const recording = readRecording(bytes);
    if (!recording) throw new CompletionError('bad_request', "The recording can't be read. Record again.");
    const { connection, direct } = await findDirectVendor(name, { accessToken, signal });
    if (direct) return requestTranscription(direct.vendor, recording, { signal, fetch });
    const gateway = { url: connection.url, key: connection.publishableKey, token: accessToken };
    const blob = new Blob([recording.bytes], { type: recording.type });
    return transcribeThroughGateway(gateway, blob, {
      signal,
      fetch,
      ...(name !== undefined && { vendor: name }),
    });
  };
}
