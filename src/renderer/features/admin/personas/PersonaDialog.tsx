import { useState } from 'react';
import { newPersona, type Persona } from '../../../../shared/personas/persona.ts';
import { cleanPersona } from '../../../components/persona/clean-persona.ts';
import { isComplete, PersonaFields } from '../../../components/persona/PersonaFields.tsx';
import { useConsoleParts } from '../console-parts.ts';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { publishedTexts } from '../published/texts.ts';
import { type PublishedPersona, usePublishPersona } from './queries.ts';
import { publishedPersonaTexts as texts } from './texts.ts';

export function PersonaDialog({ persona }: { readonly persona: PublishedPersona | null }) {
  const { ModelField } = useConsoleParts();
  const [fields, setFields] = useState<Persona>(persona ?? newPersona);
  const [id] = useState(() => persona?.id ?? crypto.randomUUID());
  const [isChecked, setChecked] = useState(false);
  const action = usePublishPersona();
  return (
    <FormDialog
      title={persona ? publishedTexts.editOf({ name: persona.name }) : texts.addTitle}
      save={publishedTexts.save}
      action={action}
      check={() => {
        setChecked(true);
        return isComplete(fields) ? null : texts.incomplete;
      }}
      read={() => ({ persona: cleanPersona(fields), id, known: persona?.revision ?? null })}
    >
      <PersonaFields
        persona={fields}
        isChecked={isChecked}
        isReadOnly={action.isPending}
        ModelField={ModelField}
        noModel={texts.noModel}
        onChange={(changed) => setFields({ ...fields, ...changed })}
      />
    </FormDialog>
  );
}
