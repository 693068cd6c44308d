import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import {
  acceptChat,
  type ChatCheck as Check,
  checkChat,
  type ChatProblems,
} from '../../../../shared/encrypted-history/check-chat.ts';
import { openService } from '../../../lib/encrypted-history/conversion.ts';
import { useVault } from '../../../lib/vault/vault.ts';
import type { Message } from '../chat.ts';
import { useChatEngine } from '../chat-context.ts';
import { ChatNotice } from '../ChatNotice.tsx';
import { AcceptDialog } from './AcceptDialog.tsx';
import { createChatMemory } from './chat-memory.ts';
import { type LoadedRows, readLoadedRows } from './loaded-rows.ts';
import { chatCheckTexts } from './texts.ts';

/** How long (ms) to wait after a change. Messages and replies often arrive shortly after each other. */
const checkDelay = 1_500;

interface OpenedCheck extends Check {
  /** The rows that were compared last. */
  readonly compared: () => LoadedRows | null;
}

interface ChatCheckProps {
  readonly chatId: string;
  readonly rows: readonly Message[];
}

const none: ChatProblems = { isOlder: false, missing: 0 };
const isFine = ({ isOlder, missing }: ChatProblems): boolean => !isOlder && missing === 0;

/**
 * Checks the messages of the open chat each time they change. Shows a line if some are missing or the state is older
 * than one that this device has seen.
 */
export function ChatCheck({ chatId, rows }: ChatCheckProps) {
  const client = useQueryClient();
  const { store } = useChatEngine();
  const vault = useVault();
  const [problems, setProblems] = useState(none);
  const [isAsking, setAsking] = useState(false);
  const open = useCallback(async (): Promise<OpenedCheck | null> => {
    if (!vault || !store) return null;
    const { service } = await openService();
    let compared: LoadedRows | null = null;
    return {
      compared: () => compared,
      vault,
      service,
      memory: createChatMemory(store),
      chatId,
      readRows: async (isFresh) => (compared = await readLoadedRows(client, chatId, isFresh)),
    };
  }, [chatId, client, store, vault]);
  /** This device keeps messages that the service no longer returns until it has checked that they were deleted. */
  const check = useCallback(
    async (opened: OpenedCheck | null): Promise<ChatProblems | null> => {
      const foundProblems = opened && (await checkChat(opened));
      const rows = opened?.compared();
      // A hostile service could delay its last response until the page has loaded fewer messages, which were not checked.
      if (foundProblems && isFine(foundProblems) && rows?.isCurrent())
        await store?.writeCheckedEnd(chatId, rows.end);
      return foundProblems;
    },
    [chatId, store],
  );
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      // If the service doesn't respond, the last result stays.
      open()
        .then(check)
        .then(
          (found) => {
            if (found && !isOver) setProblems(found);
          },
          () => {},
        );
    }, checkDelay);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [check, open, rows]);

  const accept = async () => {
    const opened = await open();
    if (!opened || !(await acceptChat(opened))) return false;
    setProblems((await check(opened)) ?? none);
    return true;
  };

  const { isOlder, missing } = problems;
  if (isFine(problems)) return null;
  return (
    <>
      <ChatNotice
        icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
        action={chatCheckTexts.reload}
        onAction={() => window.location.reload()}
        more={
          <button type="button" onClick={() => setAsking(true)}>
            {chatCheckTexts.accept}
          </button>
        }
      >
        <output>{isOlder ? chatCheckTexts.older : chatCheckTexts.missing({ count: missing })}</output>{' '}
        <span>{chatCheckTexts.advice}</span>
      </ChatNotice>
      {isAsking && <AcceptDialog accept={accept} onClose={() => setAsking(false)} />}
    </>
  );
}
