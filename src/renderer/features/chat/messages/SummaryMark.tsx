import type { ChatSummary } from '../../../../shared/chats/chat-parameters.ts';
import { summaryTexts } from '../summary/texts.ts';
import { useSummaries } from '../summary/use-summaries.ts';
import { useMessageActions } from './actions.ts';
import styles from './ContextMark.module.css';

interface SummaryMarkProps {
  readonly chatId: string;
  readonly summary: ChatSummary;
}

export function SummaryMark({ chatId, summary }: SummaryMarkProps) {
  const summaries = useSummaries();
  const actions = useMessageActions();
  return (
    <div role="note" className={styles.mark}>
      <p>{summaryTexts.above}</p>
      {summary.isPartial && <p>{summaryTexts.partial}</p>}
      {summaries && (
        <button
          type="button"
          className={styles.branch}
          disabled={actions?.isBusy ?? false}
          title={summaryTexts.removeHint}
          onClick={() => void summaries.remove(chatId)}
        >
          {summaryTexts.remove}
        </button>
      )}
      <details className={styles.summary}>
        <summary>{summaryTexts.show}</summary>
        <div dir="auto">{summary.text}</div>
      </details>
    </div>
  );
}
