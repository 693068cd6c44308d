import { useState } from 'react';
import { promptRequestSchemas, type PublishedPrompt } from '../../../../shared/admin/prompts.ts';
import { TextArea } from '../../../components/TextArea.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { useFields } from '../fields/use-fields.ts';
import { validate } from '../service/define-actions.ts';
import { publishedTexts } from '../published/texts.ts';
import { usePublishPrompt } from './queries.ts';
import { publishedPromptTexts as texts } from './texts.ts';

const blank = { name: '', title: '', text: '' };

export function PromptDialog({ prompt }: { readonly prompt: PublishedPrompt | null }) {
  const { name, title, text: body } = prompt ?? blank;
  const { values, text } = useFields({ name, title, text: body });
  const [id] = useState(() => prompt?.id ?? crypto.randomUUID());
  const request = { ...values, id, known_revision: prompt?.revision ?? null };
  return (
    <FormDialog
      title={prompt ? publishedTexts.editOf({ name }) : texts.addTitle}
      save={publishedTexts.save}
      action={usePublishPrompt()}
      check={() => validate(promptRequestSchemas.publish, request)}
      read={() => request}
    >
      <TextField
        {...text('name')}
        label={texts.fields.name}
        hint={texts.fields.nameHint}
        spellCheck={false}
        dir="auto"
        data-autofocus
      />
      <TextField {...text('title')} label={texts.fields.title} dir="auto" />
      <TextArea
        {...text('text')}
        label={texts.fields.text}
        hint={texts.fields.textHint}
        rows={8}
        dir="auto"
      />
    </FormDialog>
  );
}
