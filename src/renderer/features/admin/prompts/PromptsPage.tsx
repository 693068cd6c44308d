import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/Button.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { QueryView } from '../feedback/QueryView.tsx';
import { PublishedList } from '../published/PublishedList.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { PromptDialog } from './PromptDialog.tsx';
import { publishedPromptList, useRemovePrompt } from './queries.ts';
import { publishedPromptTexts as texts } from './texts.ts';

export function PromptsPage() {
  const prompts = useQuery(publishedPromptList);
  const openDialog = useOpenDialog();
  return (
    <ConsoleScreen
      title={texts.title}
      lead={texts.lead}
      beside={<Button onClick={() => openDialog(<PromptDialog prompt={null} />)}>{texts.add}</Button>}
    >
      <QueryView query={prompts} loading={texts.loading}>
        {({ prompts: items }) => (
          <PublishedList
            items={items}
            texts={texts}
            labelOf={({ name, title }) => ({ name: texts.nameOf({ name }), note: title })}
            textOf={({ text }) => text}
            editDialog={(prompt) => <PromptDialog prompt={prompt} />}
            useRemove={useRemovePrompt}
          />
        )}
      </QueryView>
    </ConsoleScreen>
  );
}
