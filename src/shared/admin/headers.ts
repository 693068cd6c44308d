import { z } from 'zod';

/** Headers that our requests or the connection set. */
const reserved = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const headerSchema = z.object({
  /** A token of RFC 9110. */
  name: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Enter the name of the header.')
    .max(100, 'The name of a header has at most 100 characters.')
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'The name of a header has no spaces or special characters.')
    .refine((name) => !reserved.has(name) && !name.startsWith('proxy-') && !name.startsWith('x-clover-'), {
      error: 'This header is set by the app or the connection. Choose another one.',
    }),
  /** Null keeps the saved value. */
  value: z
    .string()
    .trim()
    .min(1, 'Enter a value for the header.')
    .max(1000, 'The value of a header has at most 1,000 characters.')
    .regex(/^[\u0020-\u007e]+$/, 'The value of a header has no line breaks or special characters.')
    .nullable(),
});

/** Extra headers of a vendor, by unique names. */
export const headersSchema = z
  .array(headerSchema)
  .max(10, 'A vendor has at most 10 extra headers.')
  .refine(
    (headers) => new Set(headers.map(({ name }) => name)).size === headers.length,
    'Each header may appear only once.',
  );
