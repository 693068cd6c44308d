import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/Button.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { QueryView } from '../feedback/QueryView.tsx';
import { PublishedList } from '../published/PublishedList.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { PersonaDialog } from './PersonaDialog.tsx';
import { PersonaTransfer } from './PersonaTransfer.tsx';
import { publishedPersonaList, useRemovePersona } from './queries.ts';
import { publishedPersonaTexts as texts } from './texts.ts';

export function PersonasPage() {
  const personas = useQuery(publishedPersonaList);
  const openDialog = useOpenDialog();
  return (
    <ConsoleScreen
      title={texts.title}
      lead={texts.lead}
      beside={
        <Group gap="xs">
          {personas.data && <PersonaTransfer personas={personas.data} />}
          <Button onClick={() => openDialog(<PersonaDialog persona={null} />)}>{texts.add}</Button>
        </Group>
      }
    >
      <QueryView query={personas} loading={texts.loading}>
        {(items) => (
          <PublishedList
            items={items}
            texts={texts}
            labelOf={({ name }) => ({ name })}
            textOf={({ instructions }) => instructions}
            editDialog={(persona) => <PersonaDialog persona={persona} />}
            useRemove={useRemovePersona}
          />
        )}
      </QueryView>
    </ConsoleScreen>
  );
}
