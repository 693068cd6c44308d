import { useState } from 'react';
import {
  type ChatParameters,
  maxInstructionsLength,
  withSummary,
} from '../../../../shared/chats/chat-parameters.ts';
import type { Effort } from '../../../../shared/completion/completion.ts';
import { maxOutputLimit, outputLimitOf } from '../../../../shared/domain/output-limit.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { TextArea } from '../../../components/TextArea.tsx';
import { TextField } from '../../../components/TextField.tsx';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { useChatScreen } from '../chat-context.ts';
import { PersonaField } from '../personas/PersonaField.tsx';
import { SavePersona } from '../personas/SavePersona.tsx';
import { toPersona, withPersona } from '../personas/with-persona.ts';
import { controlsFor } from '../turn/controls.ts';
import { emptyFields, fieldsOf, maxValues, type NumberField, readFields } from './form.ts';
import { InstructionsSwitch } from './InstructionsSwitch.tsx';
import styles from './ParametersDialog.module.css';
import { parameterTexts as texts } from './texts.ts';
import { useChatModel } from '../use-chat-model.ts';

interface ParametersDialogProps {
  readonly storedId: string | null;
  readonly parameters: ChatParameters | null;
  readonly onSave: (parameters: ChatParameters | null) => void;
  readonly onClose: () => void;
}

/** Hides parameters that the model doesn't support. */
export function ParametersDialog({ storedId, parameters, onSave, onClose }: ParametersDialogProps) {
  const { model } = useChatScreen();
  const { choose: chooseModel } = useChatModel();
  const [fields, setFields] = useState(() => fieldsOf(parameters));
  const [persona, setPersona] = useState<StoredPersona | null>(null);
  /** The fields before the user chose a persona. */
  const [entered, setEntered] = useState(emptyFields);
  const [shown, setShown] = useState<ReadonlySet<NumberField>>(new Set());
  const effort = fields.effort === 'default' ? undefined : fields.effort;
  const controls = model && controlsFor(model, effort);
  const highest = maxValues(controls ?? { temperature: null, hasTopP: false }, maxOutputLimit(model ?? {}));
  const read = readFields(fields, highest);

  const change = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed });
  const choosePersona = (next: StoredPersona | null) => {
    if (!fields.persona) setEntered(fields);
    setPersona(next);
    // Personas don't contain `accountInstructions`.
    const { accountInstructions } = fields;
    setFields(
      next
        ? fieldsOf(withPersona(read.parameters, next))
        : { ...entered, persona: null, accountInstructions },
    );
  };
  const number = (name: NumberField, hint: string, error: string) => ({
    name,
    hint,
    label: texts[name].label,
    inputMode: name === 'maxTokens' ? ('numeric' as const) : ('decimal' as const),
    autoComplete: 'off',
    maxLength: 12,
    value: fields[name],
    error: shown.has(name) && read.wrong.has(name) ? error : undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      change({ [name]: currentTarget.value }),
    onBlur: () => setShown(new Set([...shown, name])),
  });
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = read.wrong;
          if (first === undefined) {
            // The summary is part of the parameters, but it is edited in the conversation.
            onSave(withSummary(read.parameters, parameters?.summary));
            if (persona?.model) chooseModel(persona.model);
            return onClose();
          }
          setShown(read.wrong);
          const field = event.currentTarget.elements.namedItem(first);
          if (field instanceof HTMLInputElement) field.focus();
        }}
      >
        <p className={styles.about}>{texts.about}</p>
        <PersonaField chosen={fields.persona} onChoose={choosePersona} />
        <TextArea
          name="instructions"
          label={texts.instructions.label}
          hint={texts.instructions.hint}
          placeholder={texts.instructions.placeholder}
          rows={4}
          dir="auto"
          maxLength={maxInstructionsLength}
          value={fields.instructions}
          data-autofocus
          onChange={({ currentTarget }) => change({ instructions: currentTarget.value })}
        />
        <InstructionsSwitch
          chosen={fields.accountInstructions}
          onChange={(accountInstructions) => change({ accountInstructions })}
        />
        {controls && controls.efforts.length > 0 && (
          <SelectField<Effort | 'default'>
            name="effort"
            label={texts.effort.label}
            options={(['default', ...controls.efforts] as const).map((value) => ({
              value,
              label: texts.effort[value],
            }))}
            value={effort && controls.efforts.includes(effort) ? effort : 'default'}
            onChoose={(value) => change({ effort: value })}
          />
        )}
        {highest.temperature !== null && (
          <TextField
            {...number(
              'temperature',
              texts.temperature.hint({ highest: highest.temperature }),
              texts.temperature.error({ highest: highest.temperature }),
            )}
          />
        )}
        {highest.topP !== null && <TextField {...number('topP', texts.topP.hint, texts.topP.error)} />}
        {highest.maxTokens !== null && (
          <TextField
            {...number(
              'maxTokens',
              texts.maxTokens.hint({ highest: highest.maxTokens }),
              texts.maxTokens.error({ highest: highest.maxTokens }),
            )}
            placeholder={texts.maxTokens.usual({ usual: outputLimitOf(model ?? {}) })}
          />
        )}
        <div className={styles.more}>
          <SavePersona
            storedId={storedId}
            isDisabled={read.wrong.size > 0}
            read={() => toPersona(read.parameters, model)}
          />
          <Button
            look="plain"
            disabled={read.parameters === null && read.wrong.size === 0}
            onClick={() => setFields(emptyFields)}
          >
            {texts.reset}
          </Button>
        </div>
        <DialogActions>
          <Button look="plain" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.save}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
