import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../../components/dialog/Dialog.tsx';
import { commonTexts } from '../../../../components/texts.ts';
import { listOf } from '../../../../lib/locale.ts';
import viewerStyles from '../../attachments/FileViewer.module.css';
import { useChatEngine } from '../../chat-context.ts';
import type { ContextSource } from '../../turn/context-use.ts';
import { filesBudget } from '../../turn/files-budget.ts';
import type { ChatModel } from '../../turn/live-turn.ts';
import { readPromptParts } from '../../turn/system-prompt.ts';
import { unsentMessage } from '../../turn/with-files.ts';
import { composeSystemPrompt } from '../../../../../shared/domain/compose-prompt.ts';
import { choosePassages, type PassageChoice } from './choose-passages.ts';
import { PassageList } from './PassageList.tsx';
import type { PreviewedQuestion } from './previewed-question.ts';
import { filesNoteTexts as texts, replyFileTexts } from './reply-texts.ts';

export interface PassagePreviewProps {
  readonly projectId: string;
  readonly question: PreviewedQuestion;
  readonly source: ContextSource;
  /** The models that would reply. */
  readonly models: readonly ChatModel[];
  readonly onClose: () => void;
}

function aboutChoice({ passages, isOverBudget }: PassageChoice): string {
  if (passages.length > 0) return texts.note;
  return isOverBudget ? texts.noRoom : texts.none;
}

/** A choice of passages, with the names of all models that would receive it. */
interface ShownChoice extends PassageChoice {
  readonly names: readonly string[];
}

interface Choosing {
  readonly model: ChatModel;
  readonly choice: PassageChoice;
}

function groupChoices(list: readonly Choosing[]): ShownChoice[] {
  const groups = Map.groupBy(list, ({ choice: { passages, isOverBudget } }) =>
    JSON.stringify([passages.map(({ passage }) => passage), isOverBudget]),
  );
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ choice }) => ({ ...choice, names: group.map(({ model }) => model.name) })),
  );
}

/** Shows which parts of the project's files would be sent with a question. */
export function PassagePreview({ projectId, question, source, models, onClose }: PassagePreviewProps) {
  const { store, files: openFiles, userId } = useChatEngine();
  const client = useQueryClient();
  const { text, files, oneTime } = question;
  /** Reads the prompt in the same way as sending. This also loads content that this page has not shown yet. */
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
    const prompt = composeSystemPrompt(parts).text;
    const services = { client, store, files: openFiles };
    const choices = models.map(async (model) => {
      const budget = filesBudget(model, maxTokens, prompt, [unsentMessage('user', text, files)]);
      return { model, choice: await choosePassages(services, projectId, text, budget) };
    });
    return groupChoices(await Promise.all(choices));
  };
  const { data, isError } = useQuery({
    queryKey: [
      'chat',
      'passage-preview',
      projectId,
      text,
      models.map(({ id }) => id),
      files,
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
      {data?.map((choice) => (
        <Choice key={choice.names.join()} choice={choice} isOneOfMany={data.length > 1} />
      ))}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly choice: ShownChoice;
  readonly isOneOfMany: boolean;
}

function Choice({ choice, isOneOfMany }: ChoiceProps) {
  const { names, passages, unverified } = choice;
  return (
    <>
      {isOneOfMany && <h3 dir="auto">{listOf(names)}</h3>}
      <p className={viewerStyles.note}>{aboutChoice(choice)}</p>
      {unverified.length > 0 && (
        <p className={viewerStyles.note} dir="auto">
          {replyFileTexts.notIncluded} {listOf(unverified.map(({ name }) => name))}
        </p>
      )}
      {passages.length > 0 && (
        <PassageList passages={passages} label={isOneOfMany ? listOf(names) : texts.title} />
      )}
    </>
  );
}
