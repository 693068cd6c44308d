import { useState } from 'react';
import type { SettingKey, SettingRequest } from '../../../../shared/admin/settings.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { useSaveSettings } from './data.ts';
import { fieldText, kindOf, readField } from './fields.ts';
import { SettingField } from './SettingField.tsx';
import styles from './SettingsPage.module.css';
import { settingsTexts as texts } from './texts.ts';

interface SettingsGroupProps {
  readonly name: keyof typeof texts.groups;
  readonly keys: readonly SettingKey[];
  /** The texts of all settings by their keys. */
  readonly stored: ReadonlyMap<string, string>;
  /** Called with what brings back the settings of before. */
  readonly onSaved: (before: readonly SettingRequest[]) => void;
}

/** Settings that belong together. A switch acts at once; what is typed is saved by a button, changed fields only. */
export function SettingsGroup({ name, keys, stored, onSaved }: SettingsGroupProps) {
  const save = useSaveSettings();
  const storedText = (key: SettingKey) => fieldText(key, stored.get(key) ?? '');
  // What was typed and not saved yet. All else shows what the service has, whoever changed it, and is not overwritten.
  const [changed, setChanged] = useState<Partial<Record<SettingKey, string>>>({});
  const [fault, setFault] = useState<string | null>(null);
  const textOf = (key: SettingKey) => changed[key] ?? storedText(key);
  const isSwitched = keys.every((key) => kindOf(key) === 'switch');

  const send = (entries: readonly (readonly [SettingKey, string])[]) => {
    const results = entries.map(([key, text]) => readField(key, text));
    const wrong = results.find((result) => !result.ok);
    setFault(wrong && !wrong.ok ? wrong.fault : null);
    if (wrong || results.length === 0) return;
    const before = entries.flatMap(([key]) => {
      const result = readField(key, storedText(key));
      return result.ok ? [result.request] : [];
    });
    const requests = results.flatMap((result) => (result.ok ? [result.request] : []));
    const sent = new Set(entries.map(([key]) => key));
    save.mutate(requests, {
      onSuccess: () => {
        setChanged((typed) =>
          Object.fromEntries(Object.entries(typed).filter(([key]) => !sent.has(key as SettingKey))),
        );
        onSaved(before);
      },
    });
  };
  const differing = keys.flatMap((key) =>
    kindOf(key) !== 'switch' && textOf(key).trim() !== storedText(key) ? [[key, textOf(key)] as const] : [],
  );

  return (
    <form
      className={styles.group}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(differing);
      }}
    >
      <h2 className={styles.title}>{texts.groups[name]}</h2>
      {texts.groupNotes[name] && <p className={styles.note}>{texts.groupNotes[name]}</p>}
      <div className={styles.fields} data-narrow={(keys.length > 1 && !isSwitched) || undefined}>
        {keys.map((key) => (
          <SettingField
            key={key}
            name={key}
            text={textOf(key)}
            isDisabled={save.isPending}
            onChange={(text) => {
              if (kindOf(key) === 'switch') send([[key, text]]);
              else setChanged({ ...changed, [key]: text });
            }}
          />
        ))}
      </div>
      {fault && <DialogError>{fault}</DialogError>}
      {!isSwitched && (
        <div>
          <Button type="submit" disabled={save.isPending || differing.length === 0}>
            {save.isPending ? texts.saving : texts.save}
          </Button>
        </div>
      )}
    </form>
  );
}
