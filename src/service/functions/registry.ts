import type { FunctionHandler } from '../../../supabase/functions/_shared/context.ts';
import { handler as account } from '../../../supabase/functions/account/handler.ts';
import { handler as chat } from '../../../supabase/functions/chat/handler.ts';
import { handler as images } from '../../../supabase/functions/images/handler.ts';
import { handler as models } from '../../../supabase/functions/models/handler.ts';

/** The functions by the first part of their path below `/functions/v1/`. Listed, not discovered: a build must know them. */
export const functions: ReadonlyMap<string, FunctionHandler> = new Map([
  ['account', account],
  ['chat', chat],
  ['images', images],
  ['models', models],
]);
