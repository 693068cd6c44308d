import { createInterface } from 'node:readline';
import { z } from 'zod';
import { writeToLogFile } from '../log.ts';

/** In characters. The service's own lines are shorter. */
const maxLength = 2_000;

/** A name or a code. Other values, such as texts, paths or URLs, are dropped. */
const name = z
  .string()
  .regex(/^[\w.-]{1,64}$/)
  .optional()
  .catch(undefined);
const number = z.number().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

/** A line of the service's log [src/service/log.ts]. Other fields are dropped, because they may quote texts. */
const line = z.object({
  time: z.iso.datetime(),
  event: z.string().regex(/^[a-z][\w.-]{0,63}$/),
  requestId: name,
  name,
  kind: name,
  role: name,
  vendor: name,
  from: name,
  to: name,
  error: name,
  state: name,
  reason: name,
  status: number,
  milliseconds: number,
  count: number,
  attempt: number,
  retry: flag,
  isLast: flag,
});

function parse(text: string): z.infer<typeof line> | null {
  if (text.length > maxLength) return null;
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Adds the service's log lines to the main process's log file. Other output goes only to stderr, because it may quote
 * chats.
 */
export function logServiceLines(stream: NodeJS.ReadableStream | null): void {
  if (!stream) return;
  createInterface({ input: stream }).on('line', (text) => {
    process.stderr.write(`${text}\n`);
    const event = parse(text);
    if (event) writeToLogFile(JSON.stringify(event));
  });
}
