import {
  defaultTranscriptionModel,
  mayTranscribe,
} from '../../../../shared/providers/transcription-models.ts';
import { hostOf, isDirect } from '../recipient.ts';
import type { ChatModel } from '../turn/live-turn.ts';

/** Where speech is turned into text. */
export type VoicePath =
  | { readonly kind: 'device'; readonly language: string }
  | {
      readonly kind: 'vendor';
      /** The host that turns the recording into text. */
      readonly host: string;
      /** The host of the service that forwards the recording. Null if it is sent directly. */
      readonly gateway: string | null;
      readonly vendor: ChatModel['vendor'];
    };

/**
 * Chooses the device if it can recognize speech, because the recording then never leaves it. Otherwise chooses the
 * model's vendor. Null if neither can. The recording is never sent to the browser's maker.
 */
export function choosePath(
  model: ChatModel | null,
  deviceLanguage: string | null,
  serviceUrl: string | null,
): VoicePath | null {
  if (deviceLanguage !== null) return { kind: 'device', language: deviceLanguage };
  const { client, origin, transcriptionModel } = model?.service ?? {};
  const host = hostOf(origin ?? null);
  if (!model || !client || host === null || !mayTranscribe(client)) return null;
  if ((transcriptionModel ?? defaultTranscriptionModel(client)) === null) return null;
  const gateway = isDirect(model) ? null : hostOf(serviceUrl);
  return { kind: 'vendor', host, gateway, vendor: model.vendor };
}

/** Returns a unique key for the recipient. */
export const pathKey = (path: VoicePath): string =>
  path.kind === 'device' ? 'device' : `${path.host} ${path.gateway}`;
