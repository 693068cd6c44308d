import { Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { ask } from '../../../lib/question.ts';
import { showToast } from '../../../lib/toast.ts';
import { archiveTexts } from '../archive/texts.ts';
import { useChatEngine } from '../chat-context.ts';
import { ExportFile, type ExportFormat } from '../transfer/export-file.ts';
import { readChat } from '../transfer/read-chats.ts';
import { transferMenuTexts, transferToasts } from '../transfer/menu-texts.ts';
import styles from './HistoryPage.module.css';
import { maxSelected } from './selection.ts';
import { deleteManyQuestion, historyTexts as texts } from './texts.ts';

interface SelectionBarProps {
  readonly ids: readonly string[];
  readonly shown: number;
  /** True if all selected chats are archived. */
  readonly isArchived: boolean;
  readonly onToggleAll: () => void;
  readonly onClear: () => void;
}

export function SelectionBar({ ids, shown, isArchived, onToggleAll, onClear }: SelectionBarProps) {
  const { changes } = useChatEngine();
  const { isExporting, save } = useExport(ids);
  const isSome = ids.length > 0;
  const archive = () => {
    const actionId = crypto.randomUUID();
    for (const id of ids) void (isArchived ? changes?.unarchive(id) : changes?.archive(id, false, actionId));
    onClear();
  };
  const remove = async () => {
    if (!(await ask(deleteManyQuestion(ids.length)))) return;
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
          <Menu position="bottom-end" shadow="md" width={250} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button look="outlined" size="small" disabled={isExporting}>
                {isExporting ? texts.exporting : texts.export}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void save('md')}>{transferMenuTexts.asMarkdown}</Menu.Item>
              <Menu.Item onClick={() => void save('json')}>{transferMenuTexts.asJson}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button look="outlined" size="small" onClick={() => void remove()}>
            {texts.delete}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Exports the selected chats to one file. Leaving the page cancels the export. */
function useExport(ids: readonly string[]) {
  const [isExporting, setExporting] = useState(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  const save = async (format: ExportFormat) => {
    setExporting(true);
    try {
      const file = new ExportFile(format);
      for (const id of ids) {
        if (isLeft.current) return;
        file.add(await readChat(id));
      }
      await file.save();
    } catch {
      showToast(transferToasts.exportFailed);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, save };
}
