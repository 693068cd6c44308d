import { Button } from '../../../components/Button.tsx';
import { askToConfirm } from '../../../lib/confirmation.ts';
import { archiveTexts } from '../archive/texts.ts';
import { useChatEngine } from '../chat-context.ts';
import { readChat } from '../transfer/read-chats.ts';
import { ExportMenu } from './ExportMenu.tsx';
import styles from './HistoryPage.module.css';
import { maxSelected } from './selection.ts';
import { deleteManyQuestion, historyTexts as texts } from './texts.ts';
import { useExport } from './use-export.ts';

interface SelectionBarProps {
  readonly ids: readonly string[];
  readonly shown: number;
  readonly isArchived: boolean;
  readonly onToggleAll: () => void;
  readonly onClear: () => void;
}

export function SelectionBar({ ids, shown, isArchived, onToggleAll, onClear }: SelectionBarProps) {
  const { changes } = useChatEngine();
  const { isExporting, save } = useExport((signal) => readChats(ids, signal));
  const isSome = ids.length > 0;
  const archive = () => {
    const actionId = crypto.randomUUID();
    for (const id of ids) void (isArchived ? changes?.unarchive(id) : changes?.archive(id, false, actionId));
    onClear();
  };
  const remove = async () => {
    if (!(await askToConfirm(deleteManyQuestion(ids.length)))) return;
    void changes?.deleteAll(ids);
    onClear();
  };
  return (
    <div className={styles.bar}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={isSome && ids.length === Math.min(shown, maxSelected)}
          ref={(box) => {
            if (box) box.indeterminate = isSome && ids.length < Math.min(shown, maxSelected);
          }}
          onChange={onToggleAll}
        />
        {texts.selectAll}
      </label>
      <output className={styles.count}>
        {isSome && texts.selected({ count: ids.length })}
        {ids.length === maxSelected && ` ${texts.most({ count: maxSelected })}`}
      </output>
      {isSome && (
        <Button look="plain" size="small" onClick={onClear}>
          {texts.leave}
        </Button>
      )}
      {isSome && (
        <div className={styles.actions}>
          <Button look="outlined" size="small" onClick={archive}>
            {isArchived ? archiveTexts.unarchive : archiveTexts.archive}
          </Button>
          <ExportMenu isExporting={isExporting} onSave={(format) => void save(format)} />
          <Button look="outlined" size="small" onClick={() => void remove()}>
            {texts.delete}
          </Button>
        </div>
      )}
    </div>
  );
}

async function* readChats(ids: readonly string[], signal: AbortSignal) {
  for (const id of ids) {
    signal.throwIfAborted();
    yield await readChat(id);
  }
}
