import { useQueryClient } from '@tanstack/react-query';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { summaryTexts } from '../summary/texts.ts';
import { prepareSummary, type SummaryRequest } from '../summary/write-summary.ts';
import { useIsSummarizing, useSummaries } from '../summary/use-summaries.ts';
import { useMessageActions } from './actions.ts';
import styles from './ContextMark.module.css';
import { markTexts } from './texts.ts';

interface ContextMarkProps {
  readonly chatId: string;
  /** The id of the oldest message that still fits. */
  readonly since: string;
  readonly last: string | undefined;
}

/** Shows which messages no longer fit the model's context, and offers to summarize them. */
export function ContextMark({ chatId, since, last = since }: ContextMarkProps) {
  const { model } = useChatScreen();
  const actions = useMessageActions();
  return (
    <div role="note" className={styles.mark}>
      <p>{markTexts.above({ model: model?.name ?? '' })}</p>
      {actions && model && <Summarize chatId={chatId} before={since} model={model} isBusy={actions.isBusy} />}
      {actions?.fork && (
        <button
          type="button"
          className={styles.branch}
          disabled={actions.isBusy}
          title={markTexts.branchHint}
          onClick={() => void actions.fork?.(last, since)}
        >
          {markTexts.branch}
        </button>
      )}
    </div>
  );
}

interface SummarizeProps extends SummaryRequest {
  readonly isBusy: boolean;
}

function Summarize({ isBusy, ...request }: SummarizeProps) {
  const { files } = useChatEngine();
  const summaries = useSummaries();
  const { askForKey } = useChatScreen();
  const client = useQueryClient();
  const { chatId, model } = request;
  const isSummarizing = useIsSummarizing(chatId);
  if (!summaries) return null;
  const write = () =>
    void summaries.write(chatId, (parameters) => prepareSummary({ client, files }, request, parameters));
  return (
    <>
      <output>{isSummarizing && summaryTexts.summarizing}</output>
      <button
        type="button"
        className={styles.branch}
        disabled={isBusy && !isSummarizing}
        title={isSummarizing ? undefined : summaryTexts.summarizeHint({ model: model.name })}
        onClick={isSummarizing ? () => summaries.stop(chatId) : (askForKey ?? write)}
      >
        {isSummarizing ? summaryTexts.stop : summaryTexts.summarize}
      </button>
    </>
  );
}
