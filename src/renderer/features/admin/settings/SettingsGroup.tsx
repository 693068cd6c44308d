import { useState } from 'react';
import type { SettingKey, SettingRequest } from '../../../../shared/admin/settings.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { Section } from '../shell/ConsoleScreen.tsx';
import { dialogTexts } from '../texts.ts';
import { useSaveSettings } from './queries.ts';
import { fieldText, settingKind, readField } from './setting-fields.ts';
import { SettingField } from './SettingField.tsx';
import styles from './SettingsPage.module.css';
import { settingsTexts as texts } from './texts.ts';

interface SettingsGroupProps {
  readonly name: keyof typeof texts.groups;
  readonly keys: readonly SettingKey[];
  readonly stored: ReadonlyMap<string, string>;
  /** Called with the requests that undo the change. */
  readonly onSaved: (before: readonly SettingRequest[]) => void;
}

/** Switches save immediately; other fields have a button. */
export function SettingsGroup({ name, keys, stored, onSaved }: SettingsGroupProps) {
  const save = useSaveSettings();
  const storedText = (key: SettingKey) => fieldText(key, stored.get(key) ?? '');
  // Contains only unsaved input. Other fields show the stored value, so that saving doesn't overwrite another
  // administrator's changes.
  const [drafts, setDrafts] = useState<Partial<Record<SettingKey, string>>>({});
  const [fault, setFault] = useState<string | null>(null);
  const textOf = (key: SettingKey) => drafts[key] ?? storedText(key);
  const hasButton = keys.some((key) => settingKind(key) !== 'switch');

  const send = (entries: readonly (readonly [SettingKey, string])[]) => {
    const results = entries.map(([key, text]) => readField(key, text));
    const failed = results.find((result) => !result.ok);
    setFault(failed && !failed.ok ? failed.fault : null);
    if (failed || results.length === 0) return;
    const before = entries
      .map(([key]) => readField(key, storedText(key)))
      .flatMap((result) => (result.ok ? [result.request] : []));
    const requests = results.flatMap((result) => (result.ok ? [result.request] : []));
    const sentKeys = new Set<string>(entries.map(([key]) => key));
    save.mutate(requests, {
      onSuccess: () => {
        setDrafts((all) => Object.fromEntries(Object.entries(all).filter(([key]) => !sentKeys.has(key))));
        onSaved(before);
      },
    });
  };
  const changes = keys.flatMap((key) =>
    settingKind(key) !== 'switch' && textOf(key).trim() !== storedText(key)
      ? [[key, textOf(key)] as const]
      : [],
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(changes);
      }}
    >
      <Section title={texts.groups[name]} note={texts.groupNotes[name]} isCard>
        <div className={styles.fields} data-columns={(keys.length > 1 && hasButton) || undefined}>
          {keys.map((key) => (
            <SettingField
              key={key}
              name={key}
              text={textOf(key)}
              isDisabled={save.isPending}
              onChange={(text) => {
                if (settingKind(key) === 'switch') send([[key, text]]);
                else setDrafts({ ...drafts, [key]: text });
              }}
            />
          ))}
        </div>
        {fault && <DialogError>{fault}</DialogError>}
        {hasButton && (
          <div>
            <Button type="submit" disabled={save.isPending || changes.length === 0}>
              {save.isPending ? dialogTexts.saving : dialogTexts.save}
            </Button>
          </div>
        )}
      </Section>
    </form>
  );
}
