import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { freePromptName, type PromptContent } from '../../../../shared/domain/saved-prompts.ts';
import { type SavedPrompt, savedPrompts } from '../../../lib/saved-prompts.ts';
import { PromptForm } from './PromptForm.tsx';
import { PromptList } from './PromptList.tsx';

/** What the form starts with. `prompt` is null for a new one. */
interface Editing {
  readonly prompt: SavedPrompt | null;
  readonly content?: PromptContent;
}

/** The state of the location if a text is to be saved as a prompt. */
const textState = z.object({ promptText: z.string() });

/** The list of the account's prompts, or the form for one of them. */
export function PromptLibrary({ userId }: { readonly userId: string }) {
  const { state } = useLocation();
  const prompts = useQuery(savedPrompts(userId));
  const [editing, setEditing] = useState<Editing | null>(() => {
    const suggestion = textState.safeParse(state);
    return suggestion.success
      ? { prompt: null, content: { name: '', title: '', text: suggestion.data.promptText } }
      : null;
  });
  const [hasEdited, setHasEdited] = useState(false);
  const close = () => {
    setEditing(null);
    setHasEdited(true);
  };
  if (editing) return <PromptForm userId={userId} {...editing} onClose={close} />;
  return (
    <PromptList
      userId={userId}
      query={prompts}
      takesFocus={hasEdited}
      onCreate={() => setEditing({ prompt: null })}
      onEdit={(prompt) => setEditing({ prompt })}
      onDuplicate={({ name, title, text }) => {
        const names = (prompts.data ?? []).filter((each) => !each.isPublished).map((each) => each.name);
        setEditing({ prompt: null, content: { name: freePromptName(name, names), title, text } });
      }}
    />
  );
}
