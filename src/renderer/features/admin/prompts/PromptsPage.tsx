import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PublishedPrompt } from '../../../../shared/admin/prompts.ts';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { DateTime } from '../feedback/DateTime.tsx';
import { EmptyState, QueryView } from '../feedback/QueryView.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { DataTable, type TableColumn } from '../table/DataTable.tsx';
import { PromptDialog } from './PromptDialog.tsx';
import { publishedPromptList, useRemovePrompt } from './queries.ts';
import { publishedPromptTexts as texts } from './texts.ts';

/** The prompts that administrators publish for everyone. */
export function PromptsPage() {
  const prompts = useQuery(publishedPromptList);
  const openDialog = useOpenDialog();
  const columns: readonly TableColumn<PublishedPrompt>[] = [
    {
      id: 'name',
      header: texts.columns.name,
      cell: ({ name, title }) => (
        <Stack gap={0}>
          <Text span inherit fw={560} dir="auto">
            {texts.nameOf({ name })}
          </Text>
          <Text size="xs" c="dimmed" dir="auto">
            {title}
          </Text>
        </Stack>
      ),
    },
    {
      id: 'text',
      header: texts.columns.text,
      cell: ({ text }) => (
        <Text span inherit lineClamp={2} dir="auto">
          {text.slice(0, 300)}
        </Text>
      ),
    },
    {
      id: 'updated',
      header: texts.columns.updated,
      cell: ({ updated_at }) => <DateTime at={updated_at} isDay />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      cell: (prompt) => (
        <Group gap="xs" wrap="nowrap">
          <Button
            look="outlined"
            size="small"
            aria-label={texts.editOf({ name: prompt.name })}
            onClick={() => openDialog(<PromptDialog prompt={prompt} />)}
          >
            {texts.edit}
          </Button>
          <Button
            look="outlined"
            size="small"
            aria-label={texts.removeOf({ name: prompt.name })}
            onClick={() => openDialog(<RemoveDialog prompt={prompt} />)}
          >
            {texts.remove}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <ConsoleScreen
      title={texts.title}
      lead={texts.lead}
      beside={<Button onClick={() => openDialog(<PromptDialog prompt={null} />)}>{texts.add}</Button>}
    >
      <QueryView query={prompts} loading={texts.loading}>
        {({ prompts: rows }) =>
          rows.length === 0 ? (
            <EmptyState {...texts.empty} />
          ) : (
            <DataTable caption={texts.caption} columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </QueryView>
    </ConsoleScreen>
  );
}

function RemoveDialog({ prompt }: { readonly prompt: PublishedPrompt }) {
  return (
    <ConfirmDialog
      title={texts.removeTitle({ name: prompt.name })}
      confirm={texts.removeConfirm}
      busy={texts.removing}
      action={useRemovePrompt()}
      input={prompt}
      isDangerous
    >
      <DialogText>{texts.removeText}</DialogText>
    </ConfirmDialog>
  );
}
