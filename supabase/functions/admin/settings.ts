import { settingReplySchema, settingRequestSchema } from '../../../src/shared/admin/settings.ts';
import { act, defineAct, type Act } from './act.ts';

const save = defineAct(settingRequestSchema, (context, { key, value }) =>
  act(context, 'save_setting', { key, value: String(value) }, settingReplySchema),
);

/** `admin/settings/<action>`. */
export const settingActs: ReadonlyMap<string, Act> = new Map([['save', save]]);
