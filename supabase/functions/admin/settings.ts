import {
  settingReplySchema,
  settingRequestSchema,
  settingsReplySchema,
  settingsRequestSchema,
  settingText,
} from '../../../src/shared/admin/settings.ts';
import { act, defineAct, type Act } from './act.ts';

const list = defineAct(settingsRequestSchema, (context) =>
  act(context, 'list_settings', {}, settingsReplySchema),
);

const save = defineAct(settingRequestSchema, (context, { key, value }) =>
  act(context, 'save_setting', { key, value: settingText(value) }, settingReplySchema),
);

/** `admin/settings/<action>`. */
export const settingActs: ReadonlyMap<string, Act> = new Map([
  ['list', list],
  ['save', save],
]);
