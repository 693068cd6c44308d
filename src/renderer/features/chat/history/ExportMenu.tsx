import { Menu } from '@mantine/core';
import { Button } from '../../../components/Button.tsx';
import type { ExportFormat } from '../transfer/export-file.ts';
import { transferMenuTexts } from '../transfer/menu-texts.ts';
import { historyTexts as texts } from './texts.ts';

interface ExportMenuProps {
  readonly isExporting: boolean;
  readonly onSave: (format: ExportFormat) => void;
}

export function ExportMenu({ isExporting, onSave }: ExportMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md" width={250} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button look="outlined" size="small" disabled={isExporting}>
          {isExporting ? texts.exporting : texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onSave('md')}>{transferMenuTexts.asMarkdown}</Menu.Item>
        <Menu.Item onClick={() => onSave('json')}>{transferMenuTexts.asJson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
