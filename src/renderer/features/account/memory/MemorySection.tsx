import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Memory } from '../../../../shared/account/memories.ts';
import { Switch } from '../../../components/Switch.tsx';
import { instructionsQuery } from '../../../lib/account-instructions.ts';
import { refusalOf } from '../../../lib/library-changes.ts';
import { deleteMemory, setMemoryOn, useMemories } from '../../../lib/memories.ts';
import { forgetRefusedChange, type RefusedChange } from '../../../lib/refused-changes.ts';
import { unsavedFormOf } from '../../../lib/unsaved.ts';
import account from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { LoadError, Section } from '../Section.tsx';
import { FormError } from '../SubmitForm.tsx';
import { RefusedChanges } from '../RefusedChanges.tsx';
import { editedFact, factForm, forgetEditedFacts, listEditedFacts, refusedDraft } from './edited-facts.ts';
import { MemoryItem } from './MemoryItem.tsx';
import { memoryTexts as texts } from './texts.ts';

/** Memory is off by default. Turning it off keeps what is remembered. */
export function MemorySection({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const instructions = useQuery(instructionsQuery(userId));
  const memories = useMemories(userId);
  const turn = useMutation({ mutationFn: (isOn: boolean) => setMemoryOn(client, userId, isOn) });
  return (
    <Section id="memory" scope="account">
      <Switch
        label={texts.use.label}
        note={texts.use.note}
        isOn={turn.isPending ? turn.variables : instructions.data?.uses_memory === true}
        isDisabled={turn.isPending || !instructions.data}
        onChange={turn.mutate}
      />
      {turn.error && <FormError>{texts.failed}</FormError>}
      <LoadError query={memories} text={memories.data ? texts.fromDevice : texts.loadFailed} />
      {memories.isPending && <p>{texts.loading}</p>}
      {memories.data && <MemoryList userId={userId} memories={memories.data} />}
    </Section>
  );
}

interface MemoryListProps {
  readonly userId: string;
  readonly memories: readonly Memory[];
}

function MemoryList({ userId, memories }: MemoryListProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useState(() => listEditedFacts(userId));
  const onEdit = (id: string, isEdited: boolean) =>
    setEdited((ids) => [...ids.filter((other) => other !== id), ...(isEdited ? [id] : [])]);
  const deleted = edited.filter((id) => memories.every((memory) => memory.id !== id));
  /** The ids of the refused changes that the user edits, by fact. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const editRefused = (change: RefusedChange) => {
    const { itemId } = change;
    const form = unsavedFormOf(userId, factForm(itemId), editedFact);
    // If the user has typed another text since then, the refused one stays in the list.
    const draft = refusedDraft(change);
    if (draft && !form.read()) {
      form.write(draft);
      forgetRefusedChange(userId, change);
    }
    setRefused(new Map(refused).set(itemId, change.id));
    onEdit(itemId, true);
  };
  const removeAll = async () => {
    const results = await Promise.all(memories.map((memory) => deleteMemory(client, userId, memory)));
    if (results.some(refusalOf)) throw new Error('The service has refused some of the deletions.');
    forgetEditedFacts(userId);
    setEdited([]);
  };
  // Deleted facts with unsaved edits come first: React doesn't move the first items of a list, so a form in them keeps
  // the focus.
  const items = [
    ...deleted.map((id) => ({ id, memory: null })),
    ...memories.map((memory) => ({ id: memory.id, memory })),
  ];
  return (
    <>
      <RefusedChanges userId={userId} list="memories" nameOf={contentOf} onEdit={editRefused} />
      {items.length > 0 && (
        <ul className={account.list} aria-label={texts.list}>
          {items.map(({ id, memory }) => (
            <MemoryItem
              // A new key, so that the item reads the text.
              key={refused.get(id) ?? id}
              userId={userId}
              id={id}
              memory={memory}
              onEdit={onEdit}
            />
          ))}
        </ul>
      )}
      {memories.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <ConfirmButton texts={texts.deleteAll} onConfirm={removeAll} failure={texts.deleteAllFailed}>
          {texts.deleteAllWarning}
        </ConfirmButton>
      )}
    </>
  );
}

const contentOf = (change: RefusedChange): string => refusedDraft(change)?.content ?? '';
