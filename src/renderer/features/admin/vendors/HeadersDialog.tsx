import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type AdminVendor, vendorRequestSchemas } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { validate } from '../service/define-actions.ts';
import styles from './HeadersDialog.module.css';
import { useSetHeaders } from './mutations.ts';
import { SecretField } from './SecretField.tsx';
import { vendorTexts } from './texts.ts';

const texts = vendorTexts.headersDialog;

interface HeaderLine {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  /** True if the header already has a value. An empty field keeps it. */
  readonly isSaved: boolean;
}

/** Header values are write-only, like the key. */
export function HeadersDialog({ vendor }: { readonly vendor: AdminVendor }) {
  const setHeaders = useSetHeaders();
  const [lines, setLines] = useState<readonly HeaderLine[]>(() =>
    vendor.header_names.map((name, id) => ({ id, name, value: '', isSaved: true })),
  );
  const change = (id: number, changes: Partial<HeaderLine>) =>
    setLines((before) => before.map((line) => (line.id === id ? { ...line, ...changes } : line)));
  const add = () =>
    setLines((before) => [
      ...before,
      { id: 1 + Math.max(-1, ...before.map(({ id }) => id)), name: '', value: '', isSaved: false },
    ]);
  const request = {
    vendor: vendor.name,
    headers: lines.map(({ name, value, isSaved }) => ({
      name: name.trim(),
      value: isSaved && value.trim() === '' ? null : value.trim(),
    })),
  };
  return (
    <FormDialog
      title={texts.title({ name: vendor.display_name })}
      action={setHeaders}
      check={() => validate(vendorRequestSchemas['set-headers'], request)}
      read={() => request}
    >
      <DialogText>{texts.text}</DialogText>
      {lines.map(({ id, name, value, isSaved }, index) => (
        <fieldset key={id} aria-label={texts.header({ place: index + 1 })} className={styles.line}>
          <TextField
            label={texts.name}
            name={`header-${id}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={name}
            readOnly={isSaved}
            onChange={(event) => change(id, { name: event.currentTarget.value })}
          />
          <SecretField
            label={texts.value}
            name={`value-${id}`}
            maxLength={1000}
            value={value}
            placeholder={isSaved ? texts.saved : undefined}
            onChange={(event) => change(id, { value: event.currentTarget.value })}
          />
          <Button
            look="plain"
            aria-label={texts.remove({ place: index + 1 })}
            onClick={() => setLines((before) => before.filter((line) => line.id !== id))}
          >
            <IconX size={18} stroke={1.75} aria-hidden />
          </Button>
        </fieldset>
      ))}
      <Button look="outlined" size="small" onClick={add} disabled={lines.length >= 10} data-autofocus>
        {texts.add}
      </Button>
    </FormDialog>
  );
}
