import type { z } from 'zod';
import { invoke } from '../../../lib/invoke.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;

/**
 * Admin actions on one subject: `POST admin/<subject>/<action>`. They throw InvokeError with a message to
 * show.
 */
export const defineActions =
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

/** Returns the service's error message for an invalid request, or null if it is valid. */
export function validate(schema: z.ZodType, request: unknown): string | null {
  const parsed = schema.safeParse(request);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}
