import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { freePromptName, type PromptContent } from '../../../../shared/domain/saved-prompts.ts';
import { type SavedPrompt, useSavedPrompts } from '../../../lib/saved-prompts.ts';
import type { RefusedChange } from '../../../lib/refused-changes.ts';
import { PromptForm } from './PromptForm.tsx';
import { PromptList } from './PromptList.tsx';

/** `prompt` is null for a new prompt. */
interface Editing {
  readonly prompt: SavedPrompt | null;
  readonly content?: PromptContent;
  readonly refused?: RefusedChange;
}

/** The location's state after the user chose to save a text as a prompt. */
const textState = z.object({ promptText: z.string() });

export function PromptLibrary({ userId }: { readonly userId: string }) {
  const { state } = useLocation();
  const prompts = useSavedPrompts(userId);
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
      onEditRefused={(refused) =>
        setEditing({ prompt: prompts.data?.find(({ id }) => id === refused.itemId) ?? null, refused })
      }
      onDuplicate={({ name, title, text }) => {
        const names = (prompts.data ?? []).filter((each) => !each.isPublished).map((each) => each.name);
        setEditing({ prompt: null, content: { name: freePromptName(name, names), title, text } });
      }}
    />
  );
}
