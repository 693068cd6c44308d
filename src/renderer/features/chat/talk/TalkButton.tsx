import { IconHeadset } from '@tabler/icons-react';
import { type RefObject, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useSession } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import { messageToasts } from '../texts.ts';
import { placeOf } from '../voice/texts.ts';
import type { VoicePath } from '../voice/voice-path.ts';
import { talkTexts as texts } from './texts.ts';

const TalkPanel = lazyComponent(async () => (await import('./TalkPanel.tsx')).TalkPanel, { look: 'panel' });

interface TalkButtonProps {
  readonly className: string | undefined;
  readonly chatId: string;
  readonly draftKey: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  /** Null if speech can't be turned into text now. */
  readonly path: VoicePath | null;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}

/**
 * Starts a conversation by voice. For Professional only, because the replies are read aloud [CHAT-105]. Hidden while
 * there is a draft, which needs the space.
 */
export function TalkButton({ className, draftKey, inputRef, path, ...panel }: TalkButtonProps) {
  const { user } = useSession();
  const { drafts } = useChatEngine();
  const hasDraft = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey) !== '');
  /** Stays the same until the conversation ends. A model for one message changes the path for that message only. */
  const [openPath, setOpenPath] = useState<VoicePath | null>(null);
  if (openPath)
    return (
      <TalkPanel
        {...panel}
        path={openPath}
        onClose={() => {
          setOpenPath(null);
          inputRef.current?.focus();
        }}
      />
    );
  if (!path || hasDraft) return null;
  const label = texts.open({ where: placeOf(path) });
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      onClick={() => {
        if (user?.isProfessional) setOpenPath(path);
        else showToast(messageToasts.voiceIsPro);
      }}
    >
      <IconHeadset size={18} stroke={1.75} aria-hidden />
    </button>
  );
}
