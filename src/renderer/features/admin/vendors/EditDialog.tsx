import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError, DialogForm, DialogWarning } from '../dialog/ConsoleDialog.tsx';
import { linesOf } from '../fields/lines.ts';
import { TextArea } from '../fields/TextArea.tsx';
import { Toggle } from '../fields/Toggle.tsx';
import { useSaveVendor, type VendorChanges } from './data/mutations.ts';
import { vendorQueries } from './data/queries.ts';
import { vendorTexts } from './texts.ts';
import {
  defaultModelOf,
  fallbackModelsOf,
  imageModelOf,
  isBuiltIn,
  isStreaming,
  originOf,
  usualImageModelOf,
} from './vendor.ts';
import type { VendorDialogProps } from './VendorDialogs.tsx';

const texts = vendorTexts.editDialog;

interface Fields {
  readonly displayName: string;
  readonly endpoint: string;
  readonly defaultModel: string;
  readonly fallbackModels: string;
  readonly imageModel: string;
  readonly isStreaming: boolean;
}

const fieldsOf = (vendor: AdminVendor): Fields => ({
  displayName: vendor.display_name,
  endpoint: vendor.endpoint_url ?? '',
  defaultModel: defaultModelOf(vendor),
  fallbackModels: fallbackModelsOf(vendor).join('\n'),
  imageModel: imageModelOf(vendor),
  isStreaming: isStreaming(vendor),
});

/** Only what differs from the vendor as it was when the form opened: another administrator's change stays. */
export function changesOf(vendor: AdminVendor, before: Fields, now: Fields): VendorChanges {
  const config = {
    ...(now.isStreaming !== before.isStreaming && { stream: now.isStreaming }),
    ...(now.defaultModel.trim() !== before.defaultModel && {
      default_model: now.defaultModel.trim() || null,
    }),
    ...(linesOf(now.fallbackModels).join('\n') !== before.fallbackModels && {
      fallback_models: linesOf(now.fallbackModels).length > 0 ? linesOf(now.fallbackModels) : null,
    }),
    ...(now.imageModel.trim() !== before.imageModel && { image_model: now.imageModel.trim() || null }),
  };
  return {
    vendor: vendor.name,
    ...(now.displayName.trim() !== before.displayName && { display_name: now.displayName.trim() }),
    ...(now.endpoint.trim() !== before.endpoint && { endpoint_url: now.endpoint.trim() }),
    ...(Object.keys(config).length > 0 && { config }),
  };
}

/** Name, address, models and streaming of a vendor. What was typed stays when the service refuses it. */
export function EditDialog({ vendor, isOpen, onClose, onGone }: VendorDialogProps) {
  const save = useSaveVendor();
  const [before] = useState(() => fieldsOf(vendor));
  const [fields, setFields] = useState(before);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const modelsId = useId();
  const offered = useQuery(vendorQueries.offered());
  const origin = originOf(before.endpoint);
  const usualImageModel = usualImageModelOf(vendor);
  const losesKey =
    vendor.has_key && fields.endpoint.trim() !== before.endpoint && originOf(fields.endpoint) !== origin;
  const set = (changed: Partial<Fields>) => setFields({ ...fields, ...changed });
  const submit = () => {
    setIsNameMissing(fields.displayName.trim() === '');
    if (fields.displayName.trim() === '') return;
    const changes = changesOf(vendor, before, fields);
    if (Object.keys(changes).length === 1) onClose();
    else save.mutate(changes, { onSuccess: onClose });
  };
  return (
    <ConsoleDialog
      title={texts.title(vendor.display_name)}
      isOpen={isOpen}
      isBusy={save.isPending}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogForm onSubmit={submit}>
        <TextField
          label={texts.displayName}
          name="display-name"
          autoComplete="off"
          maxLength={100}
          value={fields.displayName}
          data-autofocus
          onChange={(event) => set({ displayName: event.currentTarget.value })}
        />
        {!isBuiltIn(vendor) && (
          <>
            <TextField
              label={texts.endpoint}
              name="endpoint"
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
              hint={texts.endpointHint}
              value={fields.endpoint}
              onChange={(event) => set({ endpoint: event.currentTarget.value })}
            />
            {losesKey && <DialogWarning>{texts.originWarning(origin ?? before.endpoint)}</DialogWarning>}
            <TextField
              label={texts.defaultModel}
              name="default-model"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              list={modelsId}
              hint={texts.defaultModelHint}
              value={fields.defaultModel}
              onChange={(event) => set({ defaultModel: event.currentTarget.value })}
            />
            <datalist id={modelsId}>
              {offered.data?.get(vendor.id)?.map((id) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </datalist>
            <TextArea
              label={texts.fallbackModels}
              name="fallback-models"
              rows={3}
              spellCheck={false}
              hint={texts.fallbackModelsHint}
              value={fields.fallbackModels}
              onChange={(event) => set({ fallbackModels: event.currentTarget.value })}
            />
            {usualImageModel !== null && (
              <TextField
                label={texts.imageModel}
                name="image-model"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                placeholder={usualImageModel}
                hint={texts.imageModelHint}
                value={fields.imageModel}
                onChange={(event) => set({ imageModel: event.currentTarget.value })}
              />
            )}
            <Toggle
              label={texts.stream}
              text={texts.streamHint}
              isOn={fields.isStreaming}
              onChange={(next) => set({ isStreaming: next })}
            />
          </>
        )}
        {isNameMissing && <DialogError>{texts.emptyName}</DialogError>}
        {!isNameMissing && save.error && <DialogError>{sentenceOf(save.error)}</DialogError>}
        <DialogActions>
          <Button look="plain" onClick={onClose} disabled={save.isPending}>
            {vendorTexts.actions.cancel}
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? vendorTexts.actions.saving : vendorTexts.actions.save}
          </Button>
        </DialogActions>
      </DialogForm>
    </ConsoleDialog>
  );
}
