import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useConfig } from '../../../lib/use-config.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { takeDraftFiles } from '../attachments/draft-files.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { TalkButton } from '../talk/TalkButton.tsx';
import { findDeviceLanguage } from '../voice/recognize-on-device.ts';
import { choosePath, pathKey } from '../voice/voice-path.ts';
import { VoiceButton } from '../voice/VoiceButton.tsx';
import styles from './Composer.module.css';
import { useOneTimeModel } from './use-one-time-model.ts';

export interface VoiceToolsProps {
  readonly chatId: string;
  readonly draftKey: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: (text: string, files: readonly Attachment[]) => void;
  readonly onStop: () => void;
}

/** Shows the buttons for dictating and talking, if speech can be turned into text. */
export function VoiceTools({ chatId, draftKey, inputRef, onSend, onStop }: VoiceToolsProps) {
  const { model: ofChat, askForKey } = useChatScreen();
  const model = useOneTimeModel(draftKey) ?? ofChat;
  const { drafts } = useChatEngine();
  const config = useConfig();
  const { data: language, isPending } = useQuery({
    queryKey: ['chat', 'device-language'],
    queryFn: findDeviceLanguage,
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
  });
  const chosenPath = choosePath(askForKey ? null : model, language ?? null, config?.supabaseUrl ?? null);
  const path = isPending || !('mediaDevices' in navigator) ? null : chosenPath;
  return (
    <>
      {path && (
        <VoiceButton
          key={pathKey(path)}
          className={styles.tool}
          draftKey={draftKey}
          inputRef={inputRef}
          path={path}
        />
      )}
      <TalkButton
        key={chatId}
        className={styles.tool}
        chatId={chatId}
        draftKey={draftKey}
        inputRef={inputRef}
        path={path}
        onSend={(text) => onSend(text, takeDraftFiles(drafts, draftKey))}
        onStop={onStop}
      />
    </>
  );
}
