import { useState } from 'react';
import { type CuratedModel, modelRequestSchemas } from '../../../../shared/admin/models.ts';
import { TextField } from '../../../components/TextField.tsx';
import { faultOf } from '../data/define-acts.ts';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { linesOf } from '../fields/lines.ts';
import { TextArea } from '../fields/TextArea.tsx';
import { Tick } from '../fields/Tick.tsx';
import { useSaveModel } from './data.ts';
import { flags } from './model.ts';
import styles from './ModelsPage.module.css';
import { modelTexts as texts } from './texts.ts';

interface ModelDialogProps {
  readonly model: CuratedModel;
  /** Whether the identifier can be chosen. */
  readonly isNew: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** A model of the selector [ADMIN-028]. */
export function ModelDialog({ model, isNew, isOpen, onClose, onGone }: ModelDialogProps) {
  const save = useSaveModel();
  const [fields, setFields] = useState(model);
  const [description, setDescription] = useState(model.description_items.join('\n'));
  const set = (changed: Partial<CuratedModel>) => setFields({ ...fields, ...changed });
  const { order: _, ...rest } = fields;
  const request = { ...rest, description_items: linesOf(description) };
  return (
    <FormDialog
      title={texts.editTitle(isNew ? '' : model.display_name)}
      isOpen={isOpen}
      isBusy={save.isPending}
      error={save.error}
      check={() => faultOf(modelRequestSchemas.save, request)}
      onSave={() => save.mutate(request, { onSuccess: onClose })}
      onClose={onClose}
      onGone={onGone}
    >
      <TextField
        label={texts.fields.modelId}
        name="model-id"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        hint={texts.fields.modelIdHint}
        readOnly={!isNew}
        value={fields.model_id}
        data-autofocus={isNew || undefined}
        onChange={(event) => set({ model_id: event.currentTarget.value })}
      />
      <TextField
        label={texts.fields.displayName}
        name="model-name"
        autoComplete="off"
        maxLength={200}
        value={fields.display_name}
        data-autofocus={!isNew || undefined}
        onChange={(event) => set({ display_name: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <TextField
          label={texts.fields.icon}
          name="model-icon"
          autoComplete="off"
          maxLength={8}
          hint={texts.fields.iconHint}
          value={fields.icon_text}
          onChange={(event) => set({ icon_text: event.currentTarget.value })}
        />
        <TextField
          label={texts.fields.size}
          name="model-size"
          autoComplete="off"
          maxLength={40}
          hint={texts.fields.sizeHint}
          value={fields.size_label}
          onChange={(event) => set({ size_label: event.currentTarget.value })}
        />
      </div>
      <TextArea
        label={texts.fields.description}
        name="model-description"
        rows={3}
        hint={texts.fields.descriptionHint}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      {flags.map((flag) => (
        <Tick
          key={flag}
          label={texts.flags[flag]}
          text={texts.flagHints[flag]}
          isTicked={fields[flag]}
          // The default is taken by giving it to another one: there is always one.
          isDisabled={flag === 'is_default' && model.is_default}
          onChange={(isTicked) => set({ [flag]: isTicked })}
        />
      ))}
    </FormDialog>
  );
}
