import { Switch } from '@mantine/core';
import { vendorRequestSchemas } from '../../../../shared/admin/vendors.ts';
import { dialectNames, type DialectName } from '../../../../shared/providers/vendor.ts';
import { vendorTemplates } from '../../../../shared/providers/vendor-templates.ts';
import { SelectField } from '../../../components/SelectField.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { useFields } from '../fields/use-fields.ts';
import { validate } from '../service/define-actions.ts';
import { DialectField } from './DialectField.tsx';
import { SecretField } from './SecretField.tsx';
import { useAddVendor } from './mutations.ts';
import { vendorTexts } from './texts.ts';

const texts = vendorTexts.addDialog;

/** This value must differ from every template's name. */
const OTHER = 'other';

/** A template fills in its known values. */
export function AddVendorDialog() {
  const add = useAddVendor();
  const { values, set, text, box } = useFields({
    template: OTHER,
    name: '',
    dialect: dialectNames[0] as DialectName,
    endpoint: '',
    needsKey: true,
    'vendor-key': '',
  });
  const key = values['vendor-key'].trim();
  const request = {
    display_name: values.name.trim(),
    dialect: values.dialect,
    endpoint_url: values.endpoint.trim(),
    needs_key: values.needsKey,
    ...(key !== '' && { key }),
  };
  const choose = (name: string) => {
    const template = vendorTemplates.find((each) => each.name === name);
    const { dialect, endpoint, needsKey } = template ?? {
      dialect: dialectNames[0],
      endpoint: '',
      needsKey: true,
    };
    set({ template: name, name: template?.name ?? '', dialect, endpoint, needsKey });
  };
  return (
    <FormDialog
      title={texts.title}
      save={texts.save}
      action={add}
      check={() =>
        request.endpoint_url === '' && request.display_name !== ''
          ? texts.noEndpoint
          : validate(vendorRequestSchemas.add, request)
      }
      read={() => request}
    >
      <SelectField
        label={texts.template}
        name="template"
        options={[
          { value: OTHER, label: texts.other },
          ...vendorTemplates.map(({ name }) => ({ value: name, label: name })),
        ]}
        value={values.template}
        onChoose={choose}
        data-autofocus
      />
      <TextField {...text('name')} label={texts.name} maxLength={100} hint={texts.nameHint} />
      <DialectField value={values.dialect} onChoose={(dialect) => set({ dialect })} />
      <TextField
        {...text('endpoint')}
        label={vendorTexts.editDialog.endpoint}
        type="url"
        spellCheck={false}
        maxLength={2000}
        hint={texts.endpointHint}
      />
      {/* Mantine would make the description part of the accessible name. */}
      <Switch
        {...box('needsKey')}
        label={vendorTexts.needsKey}
        aria-label={vendorTexts.needsKey}
        description={vendorTexts.needsKeyHint}
      />
      <SecretField
        {...text('vendor-key')}
        label={vendorTexts.keyDialog.label}
        hint={values.needsKey ? texts.keyHint : texts.optionalKeyHint}
        readOnly={add.isPending}
      />
    </FormDialog>
  );
}
