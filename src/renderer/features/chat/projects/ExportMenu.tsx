import { Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import { ExportFile, type ExportFormat } from '../transfer/export-file.ts';
import { transferToasts } from '../transfer/menu-texts.ts';
import { readAllChats } from '../transfer/read-chats.ts';
import { projectPageTexts as texts } from './texts.ts';

/** Exports all chats of a project, including archived ones, to one file. Leaving the page cancels the export. */
export function ExportMenu({ projectId }: { readonly projectId: string }) {
  const { userId } = useChatEngine();
  const [isExporting, setExporting] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (format: ExportFormat) => {
    const controller = new AbortController();
    running.current = controller;
    setExporting(true);
    try {
      const file = new ExportFile(format);
      for await (const chat of readAllChats(userId, controller.signal, projectId)) file.add(chat);
      if (file.count > 0) await file.save();
      else showToast(texts.nothingToExport);
    } catch {
      if (!controller.signal.aborted) showToast(transferToasts.exportFailed);
    }
    setExporting(false);
  };
  return (
    <Menu position="bottom-end" shadow="md" width={160} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button look="outlined" size="small" disabled={isExporting}>
          {isExporting ? texts.exporting : texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('md')}>{texts.asMarkdown}</Menu.Item>
        <Menu.Item onClick={() => void save('json')}>{texts.asJson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
