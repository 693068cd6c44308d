import { Checkbox } from '@mantine/core';
import { type CuratedModel, modelRequestSchemas } from '../../../../shared/admin/models.ts';
import { TextArea } from '../../../components/TextArea.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { linesOf, useFields } from '../fields/use-fields.ts';
import { validate } from '../service/define-actions.ts';
import { modelFlags } from './model.ts';
import styles from './ModelsPage.module.css';
import { useSaveModel } from './queries.ts';
import { modelTexts as texts } from './texts.ts';

interface ModelDialogProps {
  readonly model: CuratedModel;
  /** Only a new model's identifier can be edited. */
  readonly isNew: boolean;
}

export function ModelDialog({ model, isNew }: ModelDialogProps) {
  const { order: _, description_items, ...rest } = model;
  const { values, text, box } = useFields({ ...rest, description: description_items.join('\n') });
  const { description, ...fields } = values;
  const request = { ...fields, description_items: linesOf(description) };
  return (
    <FormDialog
      title={isNew ? texts.addTitle : texts.editTitle({ name: model.display_name })}
      action={useSaveModel()}
      check={() => validate(modelRequestSchemas.save, request)}
      read={() => request}
    >
      <TextField
        {...text('model_id')}
        label={texts.fields.modelId}
        spellCheck={false}
        maxLength={200}
        hint={texts.fields.modelIdHint}
        readOnly={!isNew}
        data-autofocus={isNew || undefined}
      />
      <TextField
        {...text('display_name')}
        label={texts.fields.displayName}
        maxLength={200}
        data-autofocus={!isNew || undefined}
      />
      <div className={styles.pair}>
        <TextField
          {...text('icon_text')}
          label={texts.fields.icon}
          maxLength={8}
          hint={texts.fields.iconHint}
        />
        <TextField
          {...text('size_label')}
          label={texts.fields.size}
          maxLength={40}
          hint={texts.fields.sizeHint}
        />
      </div>
      <TextArea
        {...text('description')}
        label={texts.fields.description}
        rows={3}
        hint={texts.fields.descriptionHint}
      />
      {modelFlags.map((flag) => (
        <Checkbox
          key={flag}
          {...box(flag)}
          label={texts.flags[flag]}
          description={texts.flagHints[flag]}
          // There is always a default model, so it can be replaced but not turned off.
          disabled={flag === 'is_default' && model.is_default}
        />
      ))}
    </FormDialog>
  );
}
