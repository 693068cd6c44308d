import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxMemoryLength } from '../../../../shared/account/memories.ts';
import { cleanText } from '../../../../shared/domain/text.ts';
import { showUndo } from '../../../components/undo-toast.ts';
import { instructionsQuery } from '../../../lib/account-instructions.ts';
import { refusalOf } from '../../../lib/library-changes.ts';
import { deleteMemory, saveMemory, useMemories } from '../../../lib/memories.ts';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import { conversationOf } from '../messages/conversation-of.ts';
import { readAnsweredProposals, writeAnsweredProposal } from './answered-proposals.ts';
import styles from './Proposals.module.css';
import { memoryTexts as texts } from './texts.ts';

interface ProposalsProps {
  readonly chatId: string;
  readonly messageId: string;
  readonly proposals: readonly string[];
}

/** The model's proposals. Nothing is stored unless the user keeps it. */
export function Proposals({ chatId, messageId, proposals }: ProposalsProps) {
  const { userId } = useChatEngine();
  const client = useQueryClient();
  const { data: account } = useQuery(instructionsQuery(userId));
  const isOn = account?.uses_memory === true;
  const { data: memories } = useMemories(userId, isOn);
  const [answered, setAnswered] = useState(() => readAnsweredProposals(userId));
  // A repeated request has the same id, because the first one may have been stored.
  const [ids] = useState(() => proposals.map(() => crypto.randomUUID()));
  const [busy, setBusy] = useState<string | null>(null);
  if (!isOn || !memories) return null;
  const open = proposals
    .map((proposal, index) => ({
      name: `${messageId}:${index}`,
      id: ids[index] ?? '',
      fact: Array.from(proposal).slice(0, maxMemoryLength).join(''),
    }))
    .filter(
      ({ name, fact }) => !answered.includes(name) && !memories.some(({ content }) => content === fact),
    );
  if (open.length === 0) return null;

  const answer = (name: string, isAnswered = true) =>
    setAnswered(writeAnsweredProposal(userId, name, isAnswered));
  const keep = async ({ name, id, fact }: (typeof open)[number], button: HTMLElement) => {
    const conversation = conversationOf(button);
    setBusy(name);
    try {
      const source = { chat_id: chatId, message_id: messageId };
      const refusal = refusalOf(await saveMemory(client, userId, { id, content: fact, ...source }));
      if (refusal) return showToast({ ...texts.failed, title: refusal.refused });
      answer(name);
      conversation?.focus();
      showUndo(texts.kept, () => {
        void deleteMemory(client, userId, { id, content: cleanText(fact) })
          .then(refusalOf)
          .then(
            (refused) => (refused ? showToast(texts.undoFailed) : answer(name, false)),
            () => showToast(texts.undoFailed),
          );
      });
    } catch {
      showToast(texts.failed);
    } finally {
      setBusy(null);
    }
  };
  return (
    <ul className={styles.list} aria-label={texts.suggestions}>
      {open.map((proposal) => (
        <li key={proposal.name} className={styles.item}>
          <span dir="auto">{texts.question({ fact: proposal.fact })}</span>
          <button
            type="button"
            className={styles.button}
            aria-label={texts.keepOf({ fact: proposal.fact })}
            aria-disabled={busy !== null}
            onClick={({ currentTarget }) => busy === null && void keep(proposal, currentTarget)}
          >
            {texts.keep}
          </button>
          <button
            type="button"
            className={styles.button}
            aria-label={texts.dismissOf({ fact: proposal.fact })}
            onClick={({ currentTarget }) => {
              conversationOf(currentTarget)?.focus();
              answer(proposal.name);
            }}
          >
            {texts.dismiss}
          </button>
        </li>
      ))}
    </ul>
  );
}
