import { z } from 'zod';
import { limits } from './limits.ts';

/** Names become part of URLs, headers and keychain entries, which accept neither lone surrogates nor NUL. */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.name)
  .refine((value) => value.isWellFormed() && !value.includes('\0'));
export const token = z.string().min(1).max(limits.token);
