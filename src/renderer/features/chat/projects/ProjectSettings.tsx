import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../components/Button.tsx';
import { countTexts } from '../../../components/field-texts.ts';
import { SelectField } from '../../../components/SelectField.tsx';
import { TextArea } from '../../../components/TextArea.tsx';
import { commonTexts } from '../../../components/texts.ts';
import { maxInstructionsLength } from '../../../../shared/chats/chat-parameters.ts';
import { isSameModel } from '../../../lib/model-choice.ts';
import { usePersonas } from '../../../lib/personas.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { noPersona, personaOptions } from '../personas/persona-options.ts';
import { personaTexts } from '../personas/texts.ts';
import { choiceOf } from '../turn/live-turn.ts';
import type { Project } from './project.ts';
import { isNewProject } from './project-paths.ts';
import styles from './ProjectsPage.module.css';
import { projectPageTexts as texts } from './texts.ts';
import { useInstructions } from './use-instructions.ts';
import { useProjectChanges } from './use-projects.ts';

/** The option for the default model. The value of an option can't be null. */
const anyModel = '*';

/** Shows the project's instructions, default model and default persona. Folded, except in a new project. */
export function ProjectSettings({ project }: { readonly project: Project }) {
  const [isOpen] = useState(isNewProject(useLocation().state));
  return (
    <details className={styles.settings} open={isOpen}>
      <summary>{texts.settings}</summary>
      <div className={styles.fields}>
        <InstructionsField project={project} />
        <ModelField project={project} />
        <PersonaField project={project} />
      </div>
    </details>
  );
}

function InstructionsField({ project }: { readonly project: Project }) {
  const { text, stored, theirs, isBusy, hasFailed, retry, setText, save, takeTheirs } =
    useInstructions(project);
  const theirsId = useId();
  if (hasFailed)
    return (
      <p className={styles.conflict}>
        {texts.instructionsNotLoaded}{' '}
        <Button look="plain" size="small" onClick={retry}>
          {texts.retry}
        </Button>
      </p>
    );
  if (text === null) return null;
  const count = { used: text.trim().length, max: maxInstructionsLength };
  const isTooLong = count.used > count.max;
  const isChanged = text.trim() !== (stored ?? '');
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooLong) void save();
      }}
    >
      <TextArea
        name="instructions"
        label={texts.instructions}
        hint={texts.instructionsHint({ most: maxInstructionsLength })}
        error={isTooLong ? countTexts.tooLong(count) : undefined}
        placeholder={texts.instructionsPlaceholder}
        rows={5}
        dir="auto"
        // Text typed while saving would be lost.
        readOnly={isBusy}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {theirs !== null && (
        <div role="alert" className={styles.conflict}>
          <p>{texts.conflict}</p>
          <label htmlFor={theirsId}>{texts.theirs}</label>
          <textarea id={theirsId} readOnly rows={4} dir="auto" value={theirs} />
          <Button look="outlined" size="small" onClick={takeTheirs}>
            {texts.useTheirs}
          </Button>
        </div>
      )}
      {isChanged && (
        <div className={styles.actions}>
          <Button look="plain" size="small" disabled={isBusy} onClick={() => setText(stored ?? '')}>
            {texts.discard}
          </Button>
          <Button type="submit" size="small" disabled={isBusy || isTooLong}>
            {theirs === null ? texts.save : texts.replaceTheirs}
          </Button>
        </div>
      )}
    </form>
  );
}

function ModelField({ project }: { readonly project: Project }) {
  const { models = [], nameOfModel } = useChatScreen();
  const { change } = useProjectChanges();
  const { model } = project;
  const indexOf = models.findIndex((listed) => isSameModel(choiceOf(listed), model));
  // The model may no longer be offered.
  const isUnknown = model !== null && indexOf < 0;
  return (
    <SelectField
      label={texts.model}
      name="model"
      options={[
        { value: anyModel, label: texts.anyModel },
        ...models.map(({ name }, index) => ({ value: String(index), label: name })),
        ...(isUnknown ? [{ value: 'unknown', label: nameOfModel(model.id) }] : []),
      ]}
      value={model === null ? anyModel : isUnknown ? 'unknown' : String(indexOf)}
      onChoose={(value) => {
        const chosen = models[Number(value)];
        if (chosen) void change(project.id, { model: choiceOf(chosen) });
        else if (value === anyModel) void change(project.id, { model: null });
      }}
    />
  );
}

function PersonaField({ project: { id, personaId } }: { readonly project: Project }) {
  const { userId } = useChatEngine();
  const { change } = useProjectChanges();
  const { data: personas = [], isSuccess, isLoadingError, refetch } = usePersonas(userId);
  const isUnknown = personaId !== null && !personas.some((persona) => persona.id === personaId);
  if (isLoadingError)
    return (
      <p className={styles.conflict}>
        {personaTexts.loadFailed}{' '}
        <Button look="plain" size="small" onClick={() => void refetch()}>
          {personaTexts.retry}
        </Button>
      </p>
    );
  if (personaId === null && personas.length === 0) return null;
  return (
    <SelectField
      label={texts.persona}
      name="persona"
      options={[
        ...personaOptions(personas),
        ...(isUnknown
          ? [{ value: personaId, label: isSuccess ? texts.deletedPersona : commonTexts.loading }]
          : []),
      ]}
      value={personaId ?? noPersona}
      onChoose={(value) => void change(id, { personaId: value === noPersona ? null : value })}
    />
  );
}
