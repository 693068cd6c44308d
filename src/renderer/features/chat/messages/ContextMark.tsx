import { useChatScreen } from '../chat-context.ts';
import { useMessageActions } from './actions.ts';
import styles from './ContextMark.module.css';
import { markTexts } from './texts.ts';

interface ContextMarkProps {
  /** The oldest message that still fits. */
  readonly since: string;
  /** The newest message. */
  readonly last: string | undefined;
}

/** Shows where the messages begin that the model still gets. */
export function ContextMark({ since, last = since }: ContextMarkProps) {
  const { model } = useChatScreen();
  const actions = useMessageActions();
  return (
    <div role="note" className={styles.mark}>
      <p>{markTexts.above({ model: model?.name ?? '' })}</p>
      {actions && (
        <button
          type="button"
          className={styles.branch}
          disabled={actions.isBusy}
          title={markTexts.branchHint}
          onClick={() => void actions.fork(last, since)}
        >
          {markTexts.branch}
        </button>
      )}
    </div>
  );
}
