import { useEffect, useRef, useState } from 'react';
import type { PortableChat } from '../../../lib/portable-chat.ts';
import { showToast } from '../../../lib/toast.ts';
import { ExportFile, type ExportFormat } from '../transfer/export-file.ts';
import { transferToasts } from '../transfer/menu-texts.ts';
import { historyTexts as texts } from './texts.ts';

/** Exports the chats that `read` yields to one file. Leaving the page cancels the export. */
export function useExport(read: (signal: AbortSignal) => AsyncIterable<PortableChat>) {
  const [isExporting, setExporting] = useState(false);
  const runningExport = useRef<AbortController | null>(null);
  useEffect(() => () => runningExport.current?.abort(), []);
  const save = async (format: ExportFormat) => {
    const controller = new AbortController();
    runningExport.current = controller;
    setExporting(true);
    try {
      const file = new ExportFile(format);
      for await (const chat of read(controller.signal)) file.add(chat);
      if (file.count > 0) await file.save();
      else showToast(texts.nothingToExport);
    } catch {
      if (!controller.signal.aborted) showToast(transferToasts.exportFailed);
    }
    setExporting(false);
  };
  return { isExporting, save };
}
