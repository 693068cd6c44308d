import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Memory } from '../../../../shared/account/memories.ts';
import { Switch } from '../../../components/Switch.tsx';
import { instructionsQuery } from '../../../lib/account-instructions.ts';
import { deleteMemories, memoriesQuery, turnMemory } from '../../../lib/memories.ts';
import account from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { LoadError, Section } from '../Section.tsx';
import { FormError } from '../SubmitForm.tsx';
import { MemoryItem } from './MemoryItem.tsx';
import { memoryTexts as texts } from './texts.ts';

/** Memory is off by default. What is remembered stays when it is turned off. */
export function MemorySection({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const instructions = useQuery(instructionsQuery(userId));
  const memories = useQuery(memoriesQuery(userId));
  const turn = useMutation({ mutationFn: (isOn: boolean) => turnMemory(client, userId, isOn) });
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
  if (memories.length === 0) return <p>{texts.empty}</p>;
  const removeAll = () =>
    deleteMemories(
      client,
      userId,
      memories.map(({ id }) => id),
    );
  return (
    <>
      <ul className={account.list} aria-label={texts.list}>
        {memories.map((memory) => (
          <MemoryItem key={memory.id} userId={userId} memory={memory} />
        ))}
      </ul>
      <ConfirmButton texts={texts.deleteAll} onConfirm={removeAll} failure={texts.deleteAllFailed}>
        {texts.deleteAllWarning}
      </ConfirmButton>
    </>
  );
}
