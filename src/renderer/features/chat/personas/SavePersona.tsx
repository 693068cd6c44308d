import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fitGraphemes } from '../../../../shared/domain/graphemes.ts';
import { newPersona, type Persona, personaLimits } from '../../../../shared/personas/persona.ts';
import { Button } from '../../../components/Button.tsx';
import { changeLibrary, refusalOf } from '../../../lib/library-changes.ts';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import { useStoredChat } from '../use-stored-chat.ts';
import { personaTexts as texts } from './texts.ts';

interface SavePersonaProps {
  readonly storedId: string | null;
  readonly isDisabled: boolean;
  readonly read: () => Pick<Persona, 'instructions' | 'parameters' | 'model'>;
}

/** Makes a persona from the chat, named after it. */
export function SavePersona({ storedId, isDisabled, read }: SavePersonaProps) {
  const client = useQueryClient();
  const { userId } = useChatEngine();
  const { chat } = useStoredChat(userId, storedId);
  const name = fitGraphemes(chat?.title.trim() ?? '', personaLimits.name) || texts.newName;
  const save = useMutation({
    mutationFn: () =>
      changeLibrary(client, userId, {
        list: 'personas',
        itemId: crypto.randomUUID(),
        value: { ...newPersona, name, ...read() },
        seen: null,
      }),
    onSuccess: (result) => {
      const refusal = refusalOf(result);
      if (refusal) showToast({ title: refusal.refused, variant: 'destructive' });
      else if (result === 'done') showToast(texts.saved);
    },
    onError: () => showToast({ title: texts.failed, variant: 'destructive' }),
  });
  return (
    <Button look="plain" disabled={isDisabled || save.isPending} onClick={() => save.mutate()}>
      {texts.saveAs}
    </Button>
  );
}
