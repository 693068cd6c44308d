import { Group, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import type { DialogAction } from '../dialog/dialog-action.ts';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { DateTime } from '../feedback/DateTime.tsx';
import { EmptyState } from '../feedback/QueryView.tsx';
import { DataTable, type TableColumn } from '../table/DataTable.tsx';
import { publishedTexts as texts } from './texts.ts';

interface PublishedItem {
  readonly id: string;
  readonly name: string;
  readonly updated_at: string;
}

export interface PublishedListProps<Item extends PublishedItem> {
  readonly items: readonly Item[];
  readonly texts: {
    readonly caption: string;
    readonly item: string;
    /** The header of the column that shows `textOf`. */
    readonly text: string;
    readonly empty: { readonly title: string; readonly text: string };
    readonly removeTitle: (values: { name: string }) => string;
    readonly removeText: string;
    readonly removeConfirm: string;
  };
  /** The name as users see it, and a second line. */
  readonly labelOf: (item: Item) => { readonly name: string; readonly note?: string };
  readonly textOf: (item: Item) => string;
  readonly editDialog: (item: Item) => ReactElement;
  readonly useRemove: () => DialogAction<Item>;
}

/** Prompts or personas that administrators publish for everyone, sorted by name. */
export function PublishedList<Item extends PublishedItem>({
  items,
  texts: own,
  labelOf,
  textOf,
  editDialog,
  useRemove,
}: PublishedListProps<Item>) {
  const openDialog = useOpenDialog();
  if (items.length === 0) return <EmptyState {...own.empty} />;
  const columns: readonly TableColumn<Item>[] = [
    {
      id: 'name',
      header: own.item,
      cell: (item) => {
        const { name, note } = labelOf(item);
        return (
          <Stack gap={0}>
            <Text span inherit fw={560} dir="auto">
              {name}
            </Text>
            <Text size="xs" c="dimmed" dir="auto">
              {note}
            </Text>
          </Stack>
        );
      },
    },
    {
      id: 'text',
      header: own.text,
      cell: (item) => (
        <Text span inherit lineClamp={2} dir="auto">
          {textOf(item).slice(0, 300)}
        </Text>
      ),
    },
    {
      id: 'updated',
      header: texts.updated,
      cell: ({ updated_at }) => <DateTime at={updated_at} isDay />,
    },
    {
      id: 'actions',
      header: texts.actions,
      cell: (item) => (
        <Group gap="xs" wrap="nowrap">
          <Button
            look="outlined"
            size="small"
            aria-label={texts.editOf({ name: item.name })}
            onClick={() => openDialog(editDialog(item))}
          >
            {texts.edit}
          </Button>
          <Button
            look="outlined"
            size="small"
            aria-label={texts.removeOf({ name: item.name })}
            onClick={() => openDialog(<RemoveDialog item={item} texts={own} useRemove={useRemove} />)}
          >
            {texts.remove}
          </Button>
        </Group>
      ),
    },
  ];
  return <DataTable caption={own.caption} columns={columns} rows={items} keyOf={({ id }) => id} />;
}

interface RemoveDialogProps<Item extends PublishedItem> extends Pick<
  PublishedListProps<Item>,
  'texts' | 'useRemove'
> {
  readonly item: Item;
}

function RemoveDialog<Item extends PublishedItem>({ item, texts: own, useRemove }: RemoveDialogProps<Item>) {
  return (
    <ConfirmDialog
      title={own.removeTitle({ name: item.name })}
      confirm={own.removeConfirm}
      busy={texts.removing}
      action={useRemove()}
      input={item}
      isDangerous
    >
      <DialogText>{own.removeText}</DialogText>
    </ConfirmDialog>
  );
}
