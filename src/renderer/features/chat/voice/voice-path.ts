import {
  defaultTranscriptionModel,
  mayTranscribe,
} from '../../../../shared/providers/transcription-models.ts';
import { hostOf, isDirect } from '../recipient.ts';
import type { ChatModel } from '../turn/live-turn.ts';

/** Where the voice goes. */
export type VoicePath =
  | { readonly kind: 'device'; readonly language: string }
  | {
      readonly kind: 'vendor';
      /** Who turns it into text. */
      readonly host: string;
      /** The service that forwards it; null if nothing is between. */
      readonly gateway: string | null;
      readonly vendor: ChatModel['vendor'];
    };

/**
 * The device if it can, because then nothing leaves it, otherwise the vendor of the model. Null if there is no way; the
 * browser maker's own service is never one.
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
