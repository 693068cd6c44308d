import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingKey, SettingRequest } from '../../../../shared/admin/settings.ts';
import { Listing } from '../feedback/Listing.tsx';
import { UndoBar, type Undoable } from '../feedback/UndoBar.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { settingQueries, useSaveSettings } from './data.ts';
import { settingGroups } from './fields.ts';
import { MailGroup } from './MailGroup.tsx';
import { SettingsGroup } from './SettingsGroup.tsx';
import { settingsTexts as texts } from './texts.ts';

type GroupName = keyof typeof settingGroups;
const groupNames = Object.keys(settingGroups) as readonly GroupName[];

/** Everything an administrator may set for the installation [ADMIN-015]. */
export function SettingsPage() {
  const settings = useQuery(settingQueries.list());
  const undo = useSaveSettings();
  const [done, setDone] = useState<Undoable | null>(null);
  const remember = (before: readonly SettingRequest[]) =>
    setDone({ text: texts.undone, undo: () => undo.mutate(before) });
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <UndoBar done={done} onForget={() => setDone(null)} />
      <Listing query={settings} loading={texts.loading}>
        {(stored) =>
          groupNames.map((name) => {
            const keys: readonly SettingKey[] = settingGroups[name];
            // A service of another version may not know them all.
            const known = keys.filter((key) => stored.has(key));
            return (
              known.length > 0 && (
                <SettingsGroup key={name} name={name} keys={known} stored={stored} onSaved={remember} />
              )
            );
          })
        }
      </Listing>
      <MailGroup />
    </ConsoleScreen>
  );
}
