import { useState } from 'react';
import { modelRequestSchemas, type VendorModel } from '../../../../shared/admin/models.ts';
import { TextField } from '../../../components/TextField.tsx';
import { faultOf } from '../data/define-acts.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { dialogTexts } from '../dialog/texts.ts';
import { Tick } from '../fields/Tick.tsx';
import { useDeleteVendorModel, useSaveVendorModel } from './data.ts';
import { numberIn, numberOf } from './model.ts';
import styles from './ModelsPage.module.css';
import { modelTexts as texts } from './texts.ts';

interface VendorModelDialogProps {
  readonly model: VendorModel;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

const textOf = (value: number | null) => (value === null ? '' : String(value));

/** Whether a vendor's model is offered, how much it reads, and what it costs. */
export function VendorModelDialog({ model, isOpen, onClose, onGone }: VendorModelDialogProps) {
  const save = useSaveVendorModel();
  const [isAvailable, setIsAvailable] = useState(model.is_available);
  const [context, setContext] = useState(textOf(numberIn(model, 'context_length')));
  const [input, setInput] = useState(textOf(numberIn(model, 'cost_per_1k_input')));
  const [output, setOutput] = useState(textOf(numberIn(model, 'cost_per_1k_output')));
  const [vision, setVision] = useState(model.config.supports_vision === true);
  const [reasoning, setReasoning] = useState(model.config.reasoning_model === true);
  const request = {
    vendor: model.vendor,
    model_id: model.model_id,
    display_name: model.display_name,
    is_available: isAvailable,
    config: {
      context_length: numberOf(context),
      cost_per_1k_input: numberOf(input),
      cost_per_1k_output: numberOf(output),
      supports_vision: vision,
      reasoning_model: reasoning,
    },
  };
  const check = () =>
    faultOf(modelRequestSchemas['save-vendor-model'], request) === null ? null : texts.invalid;
  return (
    <FormDialog
      title={texts.vendorEditTitle(model.display_name)}
      isOpen={isOpen}
      isBusy={save.isPending}
      error={save.error}
      check={check}
      onSave={() => save.mutate(request, { onSuccess: onClose })}
      onClose={onClose}
      onGone={onGone}
    >
      <TextField
        label={texts.context}
        name="context-length"
        inputMode="numeric"
        autoComplete="off"
        hint={texts.contextHint}
        value={context}
        data-autofocus
        onChange={(event) => setContext(event.currentTarget.value)}
      />
      <div className={styles.pair}>
        <TextField
          label={texts.input}
          name="price-in"
          inputMode="decimal"
          autoComplete="off"
          hint={texts.priceHint}
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
        />
        <TextField
          label={texts.output}
          name="price-out"
          inputMode="decimal"
          autoComplete="off"
          hint={texts.priceHint}
          value={output}
          onChange={(event) => setOutput(event.currentTarget.value)}
        />
      </div>
      <Tick
        label={texts.isAvailable}
        text={texts.isAvailableHint}
        isTicked={isAvailable}
        onChange={setIsAvailable}
      />
      <Tick label={texts.vision} isTicked={vision} onChange={setVision} />
      <Tick label={texts.reasoning} isTicked={reasoning} onChange={setReasoning} />
    </FormDialog>
  );
}

/** Asks before a model and its price are forgotten. */
export function RemoveVendorModelDialog({ model, isOpen, onClose, onGone }: VendorModelDialogProps) {
  const remove = useDeleteVendorModel();
  return (
    <ConfirmDialog
      title={texts.vendorRemoveTitle(model.display_name)}
      isOpen={isOpen}
      confirm={texts.removeConfirm}
      busy={texts.removing}
      cancel={dialogTexts.cancel}
      isBusy={remove.isPending}
      isDangerous
      error={remove.error}
      onConfirm={() => remove.mutate(model, { onSuccess: onClose })}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.vendorRemoveText}</DialogText>
    </ConfirmDialog>
  );
}
