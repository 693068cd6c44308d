import { useQuery } from '@tanstack/react-query';
import { hasInstructions } from '../../../../shared/account/instructions.ts';
import { Switch } from '../../../components/Switch.tsx';
import { instructionsQuery } from '../../../lib/account-instructions.ts';
import { useChatEngine } from '../chat-context.ts';
import { parameterTexts } from './texts.ts';

interface InstructionsSwitchProps {
  /** Null if the account's setting decides. */
  readonly chosen: boolean | null;
  readonly onChange: (chosen: boolean | null) => void;
}

/** Sets whether the account's instructions and memories are sent in this chat. */
export function InstructionsSwitch({ chosen, onChange }: InstructionsSwitchProps) {
  const texts = parameterTexts.accountInstructions;
  const { userId, temporary } = useChatEngine();
  const { data: account } = useQuery(instructionsQuery(userId));
  if (!account) return null;
  const isTemporary = temporary === null;
  const byDefault = !isTemporary && account.is_used;
  const isEmpty = !hasInstructions(account) && !account.uses_memory;
  const notes = account.uses_memory
    ? { stored: texts.memory, temporary: texts.temporaryMemory }
    : { stored: texts.note, temporary: texts.temporary };
  return (
    <Switch
      label={texts.label}
      note={isEmpty ? texts.empty : notes[isTemporary ? 'temporary' : 'stored']}
      isOn={!isEmpty && (chosen ?? byDefault)}
      isDisabled={isEmpty}
      onChange={(isOn) => onChange(isOn === byDefault ? null : isOn)}
    />
  );
}
