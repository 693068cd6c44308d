import { z } from 'zod';

/** Headers that our requests or the HTTP connection set. Administrators cannot override them. */
const reservedHeaders = new Set([
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
  /** A "token" in RFC 9110. */
  name: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Enter a header name.')
    .max(100, "Use at most 100 characters for the header's name.")
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, "Header names can't contain spaces or special characters.")
    .refine(
      (name) => !reservedHeaders.has(name) && !name.startsWith('proxy-') && !name.startsWith('x-clover-'),
      {
        error: 'The app or the connection sets this header. Choose another one.',
      },
    ),
  /** Null keeps the saved value. */
  value: z
    .string()
    .trim()
    .min(1, 'Enter a header value.')
    .max(1000, 'Use at most 1,000 characters for the value.')
    .regex(/^[\u0020-\u007e]+$/, "Header values can't contain line breaks or special characters.")
    .nullable(),
});

/** Extra headers of a vendor. Each name occurs once. */
export const headersSchema = z
  .array(headerSchema)
  .max(10, 'Add at most 10 headers.')
  .refine(
    (headers) => new Set(headers.map(({ name }) => name)).size === headers.length,
    'Each header may appear only once.',
  );
