import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import {
  defaultTranscriptionModel,
  mayTranscribe,
} from '../../../../shared/providers/transcription-models.ts';
import { TextArea } from '../../../components/TextArea.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { DialogWarning } from '../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { linesOf, useFields } from '../fields/use-fields.ts';
import { DialectField } from './DialectField.tsx';
import { useSaveVendor, type VendorChanges } from './mutations.ts';
import { vendorQueries } from './queries.ts';
import { vendorTexts } from './texts.ts';
import {
  defaultModelOf,
  dialectOf,
  fallbackModelsOf,
  imageModelOf,
  isBuiltIn,
  isStreaming,
  needsKey,
  originOf,
  clientOf,
  defaultImageModelOf,
  transcriptionModelOf,
} from './vendor.ts';

const texts = vendorTexts.editDialog;

const fieldsOf = (vendor: AdminVendor) => ({
  'display-name': vendor.display_name,
  endpoint: vendor.endpoint_url ?? '',
  'default-model': defaultModelOf(vendor),
  'fallback-models': fallbackModelsOf(vendor).join('\n'),
  'image-model': imageModelOf(vendor),
  'transcription-model': transcriptionModelOf(vendor),
  stream: isStreaming(vendor),
  dialect: dialectOf(vendor),
  'needs-key': needsKey(vendor),
});
type Fields = ReturnType<typeof fieldsOf>;

/**
 * Returns only fields that changed since the form opened, so that another administrator's changes are kept. Null if
 * none changed.
 */
function changesOf(vendor: AdminVendor, before: Fields, now: Fields): VendorChanges | null {
  const changed = (name: keyof Fields) => String(now[name]).trim() !== String(before[name]);
  const fallbackModels = linesOf(now['fallback-models']);
  const config = {
    ...(changed('stream') && { stream: now.stream }),
    ...(changed('default-model') && { default_model: now['default-model'].trim() || null }),
    ...(fallbackModels.join('\n') !== before['fallback-models'] && {
      fallback_models: fallbackModels.length > 0 ? fallbackModels : null,
    }),
    ...(now.dialect !== null && changed('dialect') && { dialect: now.dialect }),
    ...(now.dialect !== null && changed('needs-key') && { needs_key: now['needs-key'] }),
    ...(changed('image-model') && { image_model: now['image-model'].trim() || null }),
    ...(changed('transcription-model') && {
      transcription_model: now['transcription-model'].trim() || null,
    }),
  };
  const changes = {
    ...(changed('display-name') && { display_name: now['display-name'].trim() }),
    ...(changed('endpoint') && { endpoint_url: now.endpoint.trim() }),
    ...(Object.keys(config).length > 0 && { config }),
  };
  return Object.keys(changes).length > 0 ? { vendor: vendor.name, ...changes } : null;
}

export function EditDialog({ vendor }: { readonly vendor: AdminVendor }) {
  const save = useSaveVendor();
  const [before] = useState(() => fieldsOf(vendor));
  const { values, set, text, box } = useFields(before);
  const modelsId = useId();
  const storedModels = useQuery(vendorQueries.storedModels());
  const origin = originOf(before.endpoint);
  const defaultImageModel = defaultImageModelOf(vendor);
  const losesKey =
    vendor.has_key && values.endpoint.trim() !== before.endpoint && originOf(values.endpoint) !== origin;
  return (
    <FormDialog
      title={texts.title({ name: vendor.display_name })}
      action={save}
      check={() => (values['display-name'].trim() === '' ? texts.emptyName : null)}
      read={() => changesOf(vendor, before, values)}
    >
      <TextField {...text('display-name')} label={texts.displayName} maxLength={100} data-autofocus />
      {!isBuiltIn(vendor) && (
        <>
          {values.dialect !== null && (
            <DialectField value={values.dialect} onChoose={(dialect) => set({ dialect })} />
          )}
          <TextField
            {...text('endpoint')}
            label={texts.endpoint}
            type="url"
            spellCheck={false}
            maxLength={2000}
            hint={texts.endpointHint}
          />
          {losesKey && (
            <DialogWarning>{texts.originWarning({ origin: origin ?? before.endpoint })}</DialogWarning>
          )}
          <TextField
            {...text('default-model')}
            label={texts.defaultModel}
            spellCheck={false}
            maxLength={200}
            list={modelsId}
            hint={texts.defaultModelHint}
          />
          <datalist id={modelsId}>
            {storedModels.data?.get(vendor.id)?.map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </datalist>
          <TextArea
            {...text('fallback-models')}
            label={texts.fallbackModels}
            rows={3}
            spellCheck={false}
            hint={texts.fallbackModelsHint}
          />
          {defaultImageModel !== null && (
            <TextField
              {...text('image-model')}
              label={texts.imageModel}
              spellCheck={false}
              maxLength={200}
              placeholder={defaultImageModel}
              hint={texts.imageModelHint}
            />
          )}
          {mayTranscribe(clientOf(vendor)) && (
            <TextField
              {...text('transcription-model')}
              label={texts.transcriptionModel}
              spellCheck={false}
              maxLength={200}
              placeholder={defaultTranscriptionModel(clientOf(vendor)) ?? ''}
              hint={texts.transcriptionModelHint}
            />
          )}
          {values.dialect !== null && (
            <Switch
              {...box('needs-key')}
              label={vendorTexts.needsKey}
              aria-label={vendorTexts.needsKey}
              description={vendorTexts.needsKeyHint}
            />
          )}
          {/* Mantine would make the description part of the accessible name. */}
          <Switch
            {...box('stream')}
            label={texts.stream}
            aria-label={texts.stream}
            description={texts.streamHint}
          />
        </>
      )}
    </FormDialog>
  );
}
