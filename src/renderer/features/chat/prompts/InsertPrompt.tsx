import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  fillPrompt,
  type PromptVariable,
  promptVariablesOf,
} from '../../../../shared/domain/prompt-variables.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import type { SavedPrompt } from '../../../lib/saved-prompts.ts';
import { insertText } from '../composer/insert-text.ts';
import { updateWrapping } from '../composer/use-auto-height.ts';
import styles from './InsertPrompt.module.css';
import { insertPromptTexts as texts } from './texts.ts';

interface InsertPromptProps {
  readonly prompt: SavedPrompt;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
}

/** Replaces the input's text with a prompt. If the prompt has variables, asks for their values first. */
export function InsertPrompt({ prompt, inputRef, onClose }: InsertPromptProps) {
  const [variables] = useState(() => promptVariablesOf(prompt.text));
  const insert = (values: ReadonlyMap<string, string>) => {
    const field = inputRef.current;
    if (!field) return;
    const text = fillPrompt(prompt.text, values, new Date());
    updateWrapping(field, text.length);
    field.focus();
    field.select();
    insertText(field, text);
  };
  const insertUnchanged = useEffectEvent(() => {
    insert(new Map());
    onClose();
  });
  useEffect(() => {
    if (variables.length === 0) insertUnchanged();
  }, [variables]);
  if (variables.length === 0) return null;
  return (
    <Dialog
      title={prompt.title || prompt.name}
      returnsFocus={false}
      onClose={() => {
        onClose();
        inputRef.current?.focus();
      }}
    >
      <VariableFields
        variables={variables}
        onSubmit={(values) => {
          // The dialog closes first, because it keeps the focus inside.
          flushSync(onClose);
          insert(values);
        }}
      />
    </Dialog>
  );
}

interface VariableFieldsProps {
  readonly variables: readonly PromptVariable[];
  readonly onSubmit: (values: ReadonlyMap<string, string>) => void;
}

function VariableFields({ variables, onSubmit }: VariableFieldsProps) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const noteId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter belongs to the input method while it composes a word.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onSubmit(values);
  };
  return (
    // Not a form, because React would also send its submit event to the form that contains the input.
    <div className={styles.form}>
      {variables.map((variable, index) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={values.get(variable.name) ?? ''}
          isFirst={index === 0}
          noteId={noteId}
          onChange={(value) => setValues(new Map(values).set(variable.name, value))}
          onKeyDown={onKeyDown}
        />
      ))}
      <p id={noteId} className={styles.note}>
        {texts.note}
      </p>
      <DialogActions>
        <Button onClick={() => onSubmit(values)}>{texts.insert}</Button>
      </DialogActions>
    </div>
  );
}

interface VariableFieldProps {
  readonly variable: PromptVariable;
  readonly value: string;
  readonly isFirst: boolean;
  readonly noteId: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function VariableField({ variable, value, isFirst, noteId, onChange, onKeyDown }: VariableFieldProps) {
  const id = useId();
  const [labelId, listId] = [`${id}-label`, `${id}-options`];
  const control = {
    id,
    className: styles.field,
    dir: 'auto',
    value,
    autoComplete: 'off',
    'aria-describedby': noteId,
    'data-autofocus': isFirst || undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
    onKeyDown,
  };
  return (
    <div className={styles.entry}>
      <label id={labelId} htmlFor={id} className={styles.label} dir="auto">
        {variable.name}
      </label>
      {variable.options.length === 0 ? (
        <textarea {...control} aria-labelledby={labelId} rows={1} />
      ) : (
        <>
          <input {...control} aria-labelledby={labelId} list={listId} />
          <datalist id={listId}>
            {variable.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </datalist>
        </>
      )}
    </div>
  );
}
