import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../../../../components/dialog/Dialog.tsx';
import { commonTexts } from '../../../../components/texts.ts';
import { listOf } from '../../../../lib/locale.ts';
import viewerStyles from '../../attachments/FileViewer.module.css';
import { useChatEngine } from '../../chat-context.ts';
import { oneTimeDraftOf } from '../../draft-models.ts';
import { useDraftFiles } from '../../attachments/draft-files.ts';
import { useDraftParameters } from '../../draft-parameters.ts';
import type { ContextSource } from '../../turn/context-use.ts';
import { filesBudget } from '../../turn/files-budget.ts';
import type { ChatModel } from '../../turn/live-turn.ts';
import { readPromptParts } from '../../turn/system-prompt.ts';
import { unsentMessage } from '../../turn/with-files.ts';
import { composeSystemPrompt } from '../../../../../shared/domain/compose-prompt.ts';
import { choosePassages, type PassageChoice } from './choose-passages.ts';
import { PassageList } from './PassageList.tsx';
import { filesNoteTexts as texts, replyFileTexts } from './reply-texts.ts';

interface PassagePreviewProps {
  readonly projectId: string;
  readonly draftKey: string;
  readonly source: ContextSource;
  readonly model: ChatModel;
  readonly onClose: () => void;
}

function aboutChoice({ passages, isOverBudget }: PassageChoice): string {
  if (passages.length > 0) return texts.note;
  return isOverBudget ? texts.noRoom : texts.none;
}

/** Shows which parts of the project's files would be sent with the message in the input. */
export function PassagePreview({ projectId, draftKey, source, model, onClose }: PassagePreviewProps) {
  const { drafts, store, files, userId } = useChatEngine();
  const client = useQueryClient();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey)).trim();
  const attached = useDraftFiles(drafts, draftKey);
  const oneTime = useDraftParameters(drafts, oneTimeDraftOf(draftKey));
  /** Reads the prompt as sending does, which also loads what this page has not shown yet. */
  const choose = async () => {
    const { rows, hasOlder, accountInstructions, maxTokens } = source;
    const parameters = {
      ...(accountInstructions !== undefined && { accountInstructions }),
      ...(source.prompts.chat !== null && { instructions: source.prompts.chat }),
    };
    const parts = await readPromptParts(
      { client, userId, store },
      { rows, hasOlder, systemPrompt: null, oneTime },
      { parameters, projectId },
    );
    const question = [unsentMessage('user', text, attached)];
    const budget = filesBudget(model, maxTokens, composeSystemPrompt(parts).text, question);
    return choosePassages({ client, store, files }, projectId, text, budget);
  };
  const { data, isError } = useQuery({
    queryKey: [
      'chat',
      'passage-preview',
      projectId,
      text,
      model.id,
      attached,
      source.prompts,
      source.rows.length,
    ],
    queryFn: choose,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  return (
    <Dialog title={texts.title} size="lg" onClose={onClose}>
      {isError && <p className={viewerStyles.note}>{texts.failed}</p>}
      {!data && !isError && <output className={viewerStyles.note}>{commonTexts.loading}</output>}
      {data && <p className={viewerStyles.note}>{aboutChoice(data)}</p>}
      {data && data.unverified.length > 0 && (
        <p className={viewerStyles.note} dir="auto">
          {replyFileTexts.notIncluded} {listOf(data.unverified.map(({ name }) => name))}
        </p>
      )}
      {data && data.passages.length > 0 && <PassageList passages={data.passages} label={texts.title} />}
    </Dialog>
  );
}
