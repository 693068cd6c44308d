import { keyReplySchemas, keyRequestSchemas, type KeyAction } from '../../../src/shared/admin/api-keys.ts';
import { act, defineAct, type Act } from './act.ts';

const acts: Readonly<Record<KeyAction, Act>> = {
  list: defineAct(keyRequestSchemas.list, (context, { search, state, page, page_size }) =>
    act(
      context,
      'list_api_keys',
      { search: search ?? null, state: state ?? null, page, page_size },
      keyReplySchemas.list,
    ),
  ),
  revoke: defineAct(keyRequestSchemas.revoke, (context, { id }) =>
    act(context, 'revoke_api_key_as', { key_id: id }, keyReplySchemas.revoke),
  ),
};

/** `admin/keys/<action>`. */
export const keyActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));
