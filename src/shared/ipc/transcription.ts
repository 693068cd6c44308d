import { z } from 'zod';
import { completionErrorCodes } from '../completion/error.ts';
import { maxRecordingBytes } from '../completion/recording.ts';
import { name, token } from './fields.ts';

/**
 * Turns a recording into text. The bytes determine the format. Errors are values, because an Error would lose its code.
 */
export const transcription = {
  input: z.object({
    bytes: z
      .instanceof(Uint8Array<ArrayBuffer>)
      .refine(({ length }) => length > 0 && length <= maxRecordingBytes),
    accessToken: token,
    vendor: name.exactOptional(),
  }),
  output: z.union([
    z.object({ text: z.string() }),
    z.object({
      error: z.object({
        code: z.enum(completionErrorCodes),
        message: z.string(),
        status: z.number().exactOptional(),
      }),
    }),
  ]),
} as const;
