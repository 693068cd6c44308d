import { useQuery } from '@tanstack/react-query';
import type { SettingKey, SettingRequest } from '../../../../shared/admin/settings.ts';
import { QueryView } from '../feedback/QueryView.tsx';
import { showUndo } from '../../../components/undo-toast.ts';
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
  const onSaved = (before: readonly SettingRequest[]) =>
    showUndo(
      texts.saved,
      () => undo.mutate(before, { onSuccess: () => showToast({ title: texts.undone, variant: 'success' }) }),
      // A new toast replaces the previous one, because only the last change can be undone.
      { id: 'settings' },
    );
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
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
