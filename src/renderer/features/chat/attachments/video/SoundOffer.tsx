import { useQueryClient } from '@tanstack/react-query';
import { refreshUsage } from '../../../../lib/usage.ts';
import { useConfig } from '../../../../lib/use-config.ts';
import { useChatEngine, useChatScreen } from '../../chat-context.ts';
import { useOneTimeModel } from '../../composer/use-one-time-model.ts';
import { useRecordingCounts } from '../../voice/use-recording-counts.ts';
import { choosePath, type VoicePath } from '../../voice/voice-path.ts';
import type { AttachingFile, VideoSound } from '../attaching.ts';
import { addTranscript } from './add-transcript.ts';
import styles from './SoundOffer.module.css';
import { videoTexts as texts } from './texts.ts';

interface SoundOfferProps {
  readonly draftKey: string;
  readonly file: AttachingFile & { readonly sound: VideoSound };
}

/** Shows where the sound of a video would be sent, and sends it only when the user presses the button. */
export function SoundOffer({ draftKey, file }: SoundOfferProps) {
  const { model: ofChat, askForKey } = useChatScreen();
  const model = useOneTimeModel(draftKey) ?? ofChat;
  const config = useConfig();
  // The device's recognizer only works with the microphone.
  const path = choosePath(askForKey ? null : model, null, config?.supabaseUrl ?? null);
  if (file.sound.isBeingRead)
    return <span>{texts.transcribing(file.progress ?? { done: 0, total: file.sound.pieces.length })}</span>;
  if (path?.kind !== 'vendor')
    return (
      <span>
        {texts.sound} {texts.noModel}
      </span>
    );
  return <Offer file={file} path={path} />;
}

interface OfferProps extends Omit<SoundOfferProps, 'draftKey'> {
  readonly path: Extract<VoicePath, { kind: 'vendor' }>;
}

function Offer({ file, path }: OfferProps) {
  const engine = useChatEngine();
  const client = useQueryClient();
  const counts = useRecordingCounts(path);
  const { pieces, texts: found, failure } = file.sound;
  const { host, gateway } = path;
  const explanation = [
    failure ?? texts.sound,
    gateway === null ? texts.to({ host }) : texts.toThrough({ host, gateway }),
    counts && texts.counts({ count: pieces.length - found.length }),
  ].filter((part) => part !== false);
  return (
    <>
      <span role={failure === null ? undefined : 'alert'}>{explanation.join(' ')}</span>
      <button
        type="button"
        className={styles.add}
        onClick={() => void addTranscript(engine, file, { path, onSent: () => refreshUsage(client) })}
      >
        {failure === null ? texts.add : texts.retry}
      </button>
    </>
  );
}
