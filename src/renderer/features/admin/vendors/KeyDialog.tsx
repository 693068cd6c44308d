import { type AdminVendor, vendorRequestSchemas } from '../../../../shared/admin/vendors.ts';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { useFields } from '../fields/use-fields.ts';
import { validate } from '../service/define-actions.ts';
import { useSetKey } from './mutations.ts';
import { SecretField } from './SecretField.tsx';
import { vendorTexts } from './texts.ts';
import { originOf } from './vendor.ts';

const texts = vendorTexts.keyDialog;

/** Keys are write-only. The field starts empty, because the service never returns a key. */
export function KeyDialog({ vendor }: { readonly vendor: AdminVendor }) {
  const setKey = useSetKey();
  const { values, text } = useFields({ 'vendor-key': '' });
  const request = { vendor: vendor.name, key: values['vendor-key'].trim() };
  const origin = originOf(vendor.endpoint_url);
  return (
    <FormDialog
      title={texts.title({ name: vendor.display_name })}
      save={texts.save}
      action={setKey}
      check={() => validate(vendorRequestSchemas['set-key'], request)}
      read={() => request}
    >
      {vendor.has_key && <DialogText>{texts.replaces({ last4: vendor.key_last4 ?? '…' })}</DialogText>}
      {origin && <DialogText>{texts.sentTo({ origin })}</DialogText>}
      <SecretField
        {...text('vendor-key')}
        label={texts.label}
        hint={texts.hint}
        readOnly={setKey.isPending}
        data-autofocus
      />
    </FormDialog>
  );
}
