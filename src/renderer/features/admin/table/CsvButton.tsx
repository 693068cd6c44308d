import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { exportSchema } from '../../../../shared/admin/paging.ts';
import { Button } from '../../../components/Button.tsx';
import { failureMessage } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { csvTexts as texts } from '../texts.ts';

interface CsvButtonProps {
  /** The service creates the file, and escapes formulas in its cells. */
  readonly onExport: () => Promise<z.infer<typeof exportSchema>>;
}

export function CsvButton({ onExport }: CsvButtonProps) {
  const save = useMutation({
    mutationFn: async () => {
      const file = await onExport();
      return { ...file, name: await platform.saveTextFile(file.file_name, file.csv) };
    },
    gcTime: 0,
    onSuccess: ({ name, rows, is_cut }) => {
      if (name === null) return;
      if (is_cut)
        showToast({ title: texts.cut({ count: rows }), message: texts.cutText, variant: 'warning' });
      else showToast({ title: texts.saved({ count: rows }), message: name, variant: 'success' });
    },
    onError: (error) =>
      showToast({ title: texts.failed, message: failureMessage(error), variant: 'destructive' }),
  });
  return (
    <Button look="outlined" disabled={save.isPending} onClick={() => save.mutate()}>
      <IconDownload size={18} stroke={1.75} aria-hidden />
      {save.isPending ? texts.busy : texts.label}
    </Button>
  );
}
