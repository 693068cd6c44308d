import { useState } from 'react';
import { type AdminVendor, vendorRequestSchemas } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError, DialogForm, DialogText } from '../dialog/ConsoleDialog.tsx';
import { useSetKey } from './data/mutations.ts';
import { vendorTexts } from './texts.ts';
import { originOf } from './vendor.ts';
import type { VendorDialogProps } from './VendorDialogs.tsx';

const texts = vendorTexts.keyDialog;

/** What is wrong with a key before it is sent, in the service's own words; null when nothing is. */
function faultOf(vendor: AdminVendor, key: string): string | null {
  const parsed = vendorRequestSchemas['set-key'].safeParse({ vendor: vendor.name, key });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? texts.empty);
}

/** Takes a key and gives it to the service. It is write-only: nothing is filled in, and nothing comes back. */
export function KeyDialog({ vendor, isOpen, onClose, onGone }: VendorDialogProps) {
  const setKey = useSetKey();
  const [key, setKeyText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const origin = originOf(vendor.endpoint_url);
  const submit = () => {
    const found = faultOf(vendor, key);
    setFault(found);
    if (found === null) setKey.mutate({ vendor: vendor.name, key: key.trim() }, { onSuccess: onClose });
  };
  return (
    <ConsoleDialog
      title={texts.title(vendor.display_name)}
      isOpen={isOpen}
      isBusy={setKey.isPending}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogForm onSubmit={submit}>
        <DialogText>
          {vendor.has_key && `${texts.replaces(vendor.key_last4)} `}
          {origin && texts.goesTo(origin)}
        </DialogText>
        <TextField
          label={texts.label}
          name="vendor-key"
          type="password"
          // Neither a browser nor a password manager should offer to keep it, or fill in the person's own password.
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          spellCheck={false}
          autoCapitalize="off"
          value={key}
          hint={texts.hint}
          readOnly={setKey.isPending}
          data-autofocus
          onChange={(event) => setKeyText(event.currentTarget.value)}
        />
        {fault && <DialogError>{fault}</DialogError>}
        {!fault && setKey.error && <DialogError>{sentenceOf(setKey.error)}</DialogError>}
        <DialogActions>
          <Button look="plain" onClick={onClose} disabled={setKey.isPending}>
            {vendorTexts.actions.cancel}
          </Button>
          <Button type="submit" disabled={setKey.isPending}>
            {setKey.isPending ? vendorTexts.actions.saving : texts.save}
          </Button>
        </DialogActions>
      </DialogForm>
    </ConsoleDialog>
  );
}
