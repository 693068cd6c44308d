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
  readonly path: VoicePath;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}

/**
 * Begins a conversation by voice. For Professional only, because the replies are read aloud [CHAT-105]. Hidden while there
 * is a draft, which needs the space.
 */
export function TalkButton({ className, draftKey, inputRef, ...panel }: TalkButtonProps) {
  const { user } = useSession();
  const { drafts } = useChatEngine();
  const hasDraft = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey) !== '');
  const [isOpen, setIsOpen] = useState(false);
  const label = texts.open({ where: placeOf(panel.path) });
  const open = () => {
    if (user?.isProfessional) setIsOpen(true);
    else showToast(messageToasts.voiceIsPro);
  };
  return (
    <>
      {!hasDraft && !isOpen && (
        <button
          type="button"
          className={className}
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          onClick={open}
        >
          <IconHeadset size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      {isOpen && (
        <TalkPanel
          {...panel}
          onClose={() => {
            setIsOpen(false);
            inputRef.current?.focus();
          }}
        />
      )}
    </>
  );
}
