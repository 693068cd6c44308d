import { Checkbox } from '@mantine/core';
import { modelRequestSchemas, type VendorModel } from '../../../../shared/admin/models.ts';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
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

export function VendorModelDialog({ model }: VendorModelDialogProps) {
  const { values, text, box } = useFields({
    context: String(configNumber(model, 'context_length') ?? ''),
    output_limit: String(configNumber(model, 'max_output') ?? ''),
    input: String(configNumber(model, 'cost_per_1k_input') ?? ''),
    output: String(configNumber(model, 'cost_per_1k_output') ?? ''),
    cached: String(configNumber(model, 'cost_per_1k_cached') ?? ''),
    available: model.is_available,
    vision: model.config.supports_vision === true,
    reasoning: model.config.reasoning_model === true,
    tools: model.config.supports_tools === true,
  });
  const request = {
    vendor: model.vendor,
    model_id: model.model_id,
    display_name: model.display_name,
    is_available: values.available,
    config: {
      context_length: numberOf(values.context),
      max_output: numberOf(values.output_limit),
      cost_per_1k_input: numberOf(values.input),
      cost_per_1k_output: numberOf(values.output),
      cost_per_1k_cached: numberOf(values.cached),
      supports_vision: values.vision,
      reasoning_model: values.reasoning,
      supports_tools: values.tools,
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
      <div className={styles.pair}>
        <TextField
          {...text('context')}
          label={texts.context}
          inputMode="numeric"
          hint={texts.contextHint}
          data-autofocus
        />
        <TextField
          {...text('output_limit')}
          label={texts.maxOutput}
          inputMode="numeric"
          hint={texts.maxOutputHint}
        />
      </div>
      <div className={styles.pair}>
        <TextField {...text('input')} label={texts.input} inputMode="decimal" hint={texts.priceHint} />
        <TextField {...text('output')} label={texts.output} inputMode="decimal" hint={texts.priceHint} />
      </div>
      <TextField {...text('cached')} label={texts.cached} inputMode="decimal" hint={texts.cachedHint} />
      <Checkbox {...box('available')} label={texts.isAvailable} description={texts.isAvailableHint} />
      <Checkbox {...box('vision')} label={texts.vision} />
      <Checkbox {...box('reasoning')} label={texts.reasoning} />
      <Checkbox {...box('tools')} label={texts.tools} />
    </FormDialog>
  );
}

export function NamedModelDialog({ vendor }: { readonly vendor: AdminVendor }) {
  const { values, text } = useFields({ id: '', name: '' });
  const request = {
    vendor: vendor.name,
    model_id: values.id.trim(),
    display_name: values.name.trim() || values.id.trim(),
  };
  return (
    <FormDialog
      title={texts.addByNameTitle({ vendor: vendor.display_name })}
      save={texts.add}
      action={useSaveVendorModel()}
      check={() => validate(modelRequestSchemas['save-vendor-model'], request)}
      read={() => request}
    >
      <TextField
        {...text('id')}
        label={texts.fields.modelId}
        spellCheck={false}
        maxLength={200}
        hint={texts.fields.modelIdHint}
        data-autofocus
      />
      <TextField {...text('name')} label={texts.fields.displayName} maxLength={200} />
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
