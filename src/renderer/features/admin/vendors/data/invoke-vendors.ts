import type { z } from 'zod';
import {
  type VendorAction,
  vendorReplySchemas,
  type vendorRequestSchemas,
} from '../../../../../shared/admin/vendors.ts';
import { invoke } from '../../../../lib/invoke.ts';

type Request<Action extends VendorAction> = z.input<(typeof vendorRequestSchemas)[Action]>;
type Reply<Action extends VendorAction> = z.infer<(typeof vendorReplySchemas)[Action]>;

/** `POST admin/vendors/<action>`. Throws InvokeError with a sentence for the administrator. */
export async function invokeVendors<Action extends VendorAction>(
  action: Action,
  request: Request<Action>,
): Promise<Reply<Action>> {
  const schema: z.ZodType<Reply<Action>> = vendorReplySchemas[action] as never;
  return invoke(`admin/vendors/${action}`, request, schema);
}

export type TestReply = Reply<'test'>;
