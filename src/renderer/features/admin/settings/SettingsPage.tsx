import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingKey, SettingRequest } from '../../../../shared/admin/settings.ts';
import { QueryView } from '../feedback/QueryView.tsx';
import { UndoBar, type UndoableAction } from '../../../components/UndoBar.tsx';
import { showToast } from '../../../lib/toast.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { MailGroup } from './MailGroup.tsx';
import { settingList, useSaveSettings } from './queries.ts';
import { settingGroups } from './setting-fields.ts';
import { SettingsGroup } from './SettingsGroup.tsx';
import { settingsTexts as texts } from './texts.ts';

const groupNames = Object.keys(settingGroups) as readonly (keyof typeof settingGroups)[];

export function SettingsPage() {
  const settings = useQuery(settingList);
  const undo = useSaveSettings();
  const [done, setDone] = useState<UndoableAction | null>(null);
  const onSaved = (before: readonly SettingRequest[]) =>
    setDone({
      text: texts.saved,
      undo: () =>
        undo.mutate(before, { onSuccess: () => showToast({ title: texts.undone, variant: 'success' }) }),
    });
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <UndoBar done={done} onDismiss={() => setDone(null)} />
      <QueryView query={settings} loading={texts.loading}>
        {(stored) =>
          groupNames.map((name) => {
            const keys: readonly SettingKey[] = settingGroups[name];
            // An older service may lack some settings.
            const known = keys.filter((key) => stored.has(key));
            return (
              known.length > 0 && (
                <SettingsGroup key={name} name={name} keys={known} stored={stored} onSaved={onSaved} />
              )
            );
          })
        }
      </QueryView>
      <MailGroup />
    </ConsoleScreen>
  );
}
