import type { z } from 'zod';
import { invoke } from '../../../lib/invoke.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;

/**
 * The acts of one subject: `POST admin/<subject>/<action>`. Calling one throws InvokeError with a sentence for the
 * administrator.
 */
export const defineActs =
  <Requests extends Schemas, Replies extends { readonly [Action in keyof Requests]: z.ZodType }>(
    subject: string,
    replies: Replies,
  ) =>
  async <Action extends keyof Requests & string>(
    action: Action,
    request: z.input<Requests[Action]>,
  ): Promise<z.infer<Replies[Action]>> => {
    const body = request as Readonly<Record<string, unknown>>;
    return (await invoke(`admin/${subject}/${action}`, body, replies[action])) as z.infer<Replies[Action]>;
  };

/** What is wrong with a request before it is sent, in the service's own words; null when nothing is. */
export function faultOf(schema: z.ZodType, request: unknown): string | null {
  const parsed = schema.safeParse(request);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}
