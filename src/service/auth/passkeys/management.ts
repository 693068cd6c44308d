import { z } from 'zod';
import { json } from '../../http/json.ts';
import { readBody, textField } from '../body.ts';
import type { AuthHandler } from '../context.ts';
import { invalidRequest } from '../failure.ts';
import { requirePasskeyManager, requirePasskeyOwner } from './relying-party.ts';
import {
  deletePasskeyRow,
  formatPasskey,
  listPasskeyRows,
  logPasskeyAction,
  renamePasskeyRow,
} from './stored-passkeys.ts';

const renameBody = z.object({ friendly_name: textField(120) });

/** `GET /passkeys`: lists the user's passkeys. */
export const listPasskeys: AuthHandler = async (call, context) => {
  const { user } = await requirePasskeyOwner(call, context);
  return json((await listPasskeyRows(context.database, user.id)).map(formatPasskey));
};

/** `PATCH /passkeys/:id`: renames a passkey. */
export const renamePasskey: AuthHandler = async (call, context) => {
  const { user } = await requirePasskeyOwner(call, context);
  const { friendly_name: name } = await readBody(call.request, renameBody);
  if (!name) throw invalidRequest('friendly_name is required');
  const row = await renamePasskeyRow(context.database, user.id, call.path['id'], name, context.clock());
  return json(formatPasskey(row));
};

/** `DELETE /passkeys/:id`: removes a passkey. Sessions that it opened continue, as on the hosted service. */
export const deletePasskey: AuthHandler = async (call, context) => {
  const { user } = await requirePasskeyManager(call, context);
  await context.database.transaction(async (tx) => {
    await deletePasskeyRow(tx, user.id, call.path['id']);
    await logPasskeyAction(tx, 'passkey.remove', user.id);
  });
  return new Response(null, { status: 204 });
};
