import { keyReplySchemas, keyRequestSchemas } from '../../../src/shared/admin/api-keys.ts';
import { defineActions } from './action.ts';

export const keyActions = defineActions(keyRequestSchemas, keyReplySchemas, {
  list: (body, { call }) => call('list_api_keys', body),
  revoke: ({ id }, { call }) => call('revoke_api_key_as', { key_id: id }),
});
