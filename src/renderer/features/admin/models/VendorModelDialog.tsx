import { Checkbox } from '@mantine/core';
import { modelRequestSchemas, type VendorModel } from '../../../../shared/admin/models.ts';
import { TextField } from '../../../components/TextField.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { numberOf, useFields } from '../fields/use-fields.ts';
import { validate } from '../service/define-actions.ts';
import { configNumber } from './model.ts';
import styles from './ModelsPage.module.css';
import { useDeleteVendorModel, useSaveVendorModel } from './queries.ts';
import { modelTexts as texts } from './texts.ts';

interface VendorModelDialogProps {
  readonly model: VendorModel;
}

/** Edits the availability, context length and price of a vendor's model. */
export function VendorModelDialog({ model }: VendorModelDialogProps) {
  const { values, text, box } = useFields({
    context: String(configNumber(model, 'context_length') ?? ''),
    input: String(configNumber(model, 'cost_per_1k_input') ?? ''),
    output: String(configNumber(model, 'cost_per_1k_output') ?? ''),
    available: model.is_available,
    vision: model.config.supports_vision === true,
    reasoning: model.config.reasoning_model === true,
  });
  const request = {
    vendor: model.vendor,
    model_id: model.model_id,
    display_name: model.display_name,
    is_available: values.available,
    config: {
      context_length: numberOf(values.context),
      cost_per_1k_input: numberOf(values.input),
      cost_per_1k_output: numberOf(values.output),
      supports_vision: values.vision,
      reasoning_model: values.reasoning,
    },
  };
  return (
    <FormDialog
      title={texts.vendorEditTitle({ name: model.display_name })}
      action={useSaveVendorModel()}
      check={() =>
        validate(modelRequestSchemas['save-vendor-model'], request) === null ? null : texts.invalid
      }
      read={() => request}
    >
      <TextField
        {...text('context')}
        label={texts.context}
        inputMode="numeric"
        hint={texts.contextHint}
        data-autofocus
      />
      <div className={styles.pair}>
        <TextField {...text('input')} label={texts.input} inputMode="decimal" hint={texts.priceHint} />
        <TextField {...text('output')} label={texts.output} inputMode="decimal" hint={texts.priceHint} />
      </div>
      <Checkbox {...box('available')} label={texts.isAvailable} description={texts.isAvailableHint} />
      <Checkbox {...box('vision')} label={texts.vision} />
      <Checkbox {...box('reasoning')} label={texts.reasoning} />
    </FormDialog>
  );
}

export function RemoveVendorModelDialog({ model }: VendorModelDialogProps) {
  return (
    <ConfirmDialog
      title={texts.vendorRemoveTitle({ name: model.display_name })}
      confirm={texts.removeConfirm}
      busy={texts.removing}
      action={useDeleteVendorModel()}
      input={model}
      isDangerous
    >
      <DialogText>{texts.vendorRemoveText}</DialogText>
    </ConfirmDialog>
  );
}
