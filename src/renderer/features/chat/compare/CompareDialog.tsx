import { useContext, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { TextArea } from '../../../components/TextArea.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { connection } from '../../../lib/service-connection.ts';
import { remainingMessagesText, useUsage } from '../../../lib/usage.ts';
import { useDraftFiles } from '../attachments/draft-files.ts';
import type { Message } from '../chat.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { oneTimeDraftOf } from '../draft-models.ts';
import { useDraftParameters } from '../draft-parameters.ts';
import { FilesNote } from '../projects/files/lazy-preview.ts';
import {
  repeatedQuestion,
  ContextSourceContext,
  sourceBefore,
} from '../projects/files/previewed-question.ts';
import { type ChatModel, hasUnstored } from '../turn/live-turn.ts';
import { useTurnPhase } from '../turn/use-turn.ts';
import styles from './Compare.module.css';
import { compareTexts as texts } from './texts.ts';

interface CompareDialogProps {
  readonly chatId: string;
  /** The stored message for which to request more replies. Absent if the message is still a draft. */
  readonly question?: Message;
  readonly draftKey?: string;
  readonly max: number;
  readonly isSending?: boolean;
  readonly onAsk: (models: readonly ChatModel[]) => void;
  readonly onClose: () => void;
}

/** The dialog has a search field if there are more models than this. */
const MAX_WITHOUT_SEARCH = 8;

const keyOf = ({ id, vendorName = null }: ChatModel): string => `${vendorName} ${id}`;

/** Lets the user choose models, and shows how many messages they will use before anything is sent. */
export function CompareDialog({
  chatId,
  question,
  draftKey = '',
  max,
  isSending = false,
  onAsk,
  onClose,
}: CompareDialogProps) {
  const { drafts, outbox, runner } = useChatEngine();
  const { model: ofChat, models = [] } = useChatScreen();
  const usage = useUsage();
  const isNew = question === undefined;
  const isOnline = useSyncExternalStore(connection.subscribe, connection.get) === 'online';
  const { isBusy } = useTurnPhase(chatId);
  const waitingOperations = useSyncExternalStore(outbox.subscribe, outbox.all);
  const turn = runner.turns.get(chatId);
  const isFree =
    !isBusy &&
    !(turn && hasUnstored(turn)) &&
    !waitingOperations.some((operation) => operation.kind === 'send' && operation.chatId === chatId);
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey));
  const files = useDraftFiles(drafts, draftKey);
  const oneTime = useDraftParameters(drafts, oneTimeDraftOf(draftKey));
  const source = useContext(ContextSourceContext);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [filter, setFilter] = useState('');
  const [chosenKeys, setChosenKeys] = useState<readonly string[]>(() =>
    isNew && ofChat ? [keyOf(ofChat)] : [],
  );
  const chosenModels = chosenKeys.flatMap((key) => models.find((model) => keyOf(model) === key) ?? []);
  const shownModels = models.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const messagesLeft = usage?.left ?? null;
  const minChosen = isNew ? 2 : 1;

  const problem = (): string | null => {
    if (!isOnline) return texts.offline;
    if (isNew && !isFree && !isSending) return texts.busy;
    if (messagesLeft === 0) return texts.noneLeft;
    if (messagesLeft !== null && chosenModels.length > messagesLeft)
      return texts.fewLeft({ count: messagesLeft });
    if (isNew && draft.trim() === '' && files.length === 0) return texts.noMessage;
    if (chosenModels.length < minChosen) return isNew ? texts.atLeastTwo : texts.atLeastOne;
    return null;
  };
  const foundProblem = problem();
  const costs = `${texts.costs({ count: chosenModels.length })}${usage ? ` ${remainingMessagesText(usage)}.` : ''}`;
  return (
    <Dialog title={texts.dialogTitle} isBusy={isSending || isPreviewed} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (foundProblem === null && !isSending) onAsk(chosenModels);
        }}
      >
        {isNew ? (
          <TextArea
            name="message"
            label={texts.message}
            placeholder={texts.placeholder}
            rows={3}
            dir="auto"
            value={draft}
            data-autofocus
            onChange={({ currentTarget }) => drafts.set(draftKey, currentTarget.value)}
          />
        ) : (
          <p className={styles.question} dir="auto" title={question.content}>
            {question.content}
          </p>
        )}
        {models.length > MAX_WITHOUT_SEARCH && (
          <TextField
            name="filter"
            type="search"
            label={texts.filter}
            autoComplete="off"
            value={filter}
            onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        )}
        <fieldset className={styles.models}>
          <legend>{isNew ? texts.modelsToCompare({ max }) : texts.models({ max })}</legend>
          {shownModels.length === 0 && <p className={styles.note}>{texts.noModel}</p>}
          {shownModels.map((model) => {
            const key = keyOf(model);
            const isChosen = chosenKeys.includes(key);
            return (
              <label key={key} className={styles.model}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && chosenModels.length >= max}
                  onChange={() =>
                    setChosenKeys(
                      isChosen ? chosenKeys.filter((other) => other !== key) : [...chosenKeys, key],
                    )
                  }
                />
                <span dir="auto">{model.name}</span>
              </label>
            );
          })}
        </fieldset>
        {source?.projectId && chosenModels.length > 0 && (
          <div className={styles.note}>
            <FilesNote
              projectId={source.projectId}
              question={question ? repeatedQuestion(question) : { text: draft.trim(), files, oneTime }}
              source={question ? sourceBefore(source, question) : source}
              models={chosenModels}
              onToggle={setIsPreviewed}
            />
          </div>
        )}
        {chosenModels.length >= minChosen && <p className={styles.costs}>{costs}</p>}
        <output className={styles.problem}>{isSending ? texts.sending : foundProblem}</output>
        <DialogActions>
          <Button look="plain" disabled={isSending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={foundProblem !== null || isSending}>
            {chosenModels.length < minChosen ? texts.startNone : texts.start({ count: chosenModels.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
