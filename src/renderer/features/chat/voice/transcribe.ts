import { readAccessToken } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import type { VoicePath } from './voice-path.ts';

/** Sends a recording to the vendor, and resolves to its text. Throws CompletionError. */
export async function transcribe(
  recording: Blob,
  { vendor }: Extract<VoicePath, { kind: 'vendor' }>,
  signal: AbortSignal,
): Promise<string> {
  const accessToken = await readAccessToken();
  return platform.transcribe(recording, {
    signal,
    accessToken,
    ...(vendor && { vendor: vendor.name }),
    ...(vendor?.endpointOrigin && { endpointOrigin: vendor.endpointOrigin }),
  });
}
