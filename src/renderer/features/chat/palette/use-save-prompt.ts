import { IconBookmark } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Command } from '../../../lib/commands.ts';
import { settingsPath } from '../../../lib/paths.ts';
import { useChatEngine } from '../chat-context.ts';
import { newChatDraft } from '../drafts.ts';
import { savePromptTexts } from '../prompts/save-texts.ts';

/** Adds the command that opens the form for a new prompt with the input's text. */
export function useSavePrompt(commands: readonly Command[]): readonly Command[] {
  const navigate = useNavigate();
  const { drafts } = useChatEngine();
  const [address] = useSearchParams();
  const [promptText] = useState(() => drafts.get(address.get('id') ?? newChatDraft));
  return useMemo(() => {
    if (promptText.trim() === '') return commands;
    const save: Command = {
      id: 'savePrompt',
      group: 'chat',
      label: savePromptTexts.saveInput,
      words: 'template library',
      Icon: IconBookmark,
      run: () => void navigate(settingsPath('prompts'), { state: { promptText } }),
    };
    return [...commands, save];
  }, [commands, promptText, navigate]);
}
