import {
  settingReplySchema,
  settingRequestSchema,
  settingsReplySchema,
  settingsRequestSchema,
  settingText,
} from '../../../src/shared/admin/settings.ts';
import { defineActions } from './action.ts';

export const settingActions = defineActions(
  { list: settingsRequestSchema, save: settingRequestSchema },
  { list: settingsReplySchema, save: settingReplySchema },
  {
    list: (_, { call }) => call('list_settings', {}),
    save: ({ key, value }, { call }) => call('save_setting', { key, value: settingText(value) }),
  },
);
