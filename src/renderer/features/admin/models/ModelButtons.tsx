import { Group } from '@mantine/core';
import { Button } from '../../../components/Button.tsx';
import { modelTexts as texts } from './texts.ts';

interface ModelButtonsProps {
  readonly name: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function ModelButtons({ name, onEdit, onRemove }: ModelButtonsProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Button look="outlined" size="small" aria-label={texts.editOf({ name })} onClick={onEdit}>
        {texts.edit}
      </Button>
      <Button look="plain" size="small" aria-label={texts.removeOf({ name })} onClick={onRemove}>
        {texts.remove}
      </Button>
    </Group>
  );
}
