import type { FunctionHandler } from '../../../supabase/functions/_shared/context.ts';
import { handler as account } from '../../../supabase/functions/account/handler.ts';
import { handler as adviceGeneration } from '../../../supabase/functions/advice-generation/handler.ts';
import { handler as admin } from '../../../supabase/functions/admin/handler.ts';
import { handler as audio } from '../../../supabase/functions/audio/handler.ts';
import { handler as billing } from '../../../supabase/functions/billing/handler.ts';
import { handler as chat } from '../../../supabase/functions/chat/handler.ts';
import { handler as codeAssistance } from '../../../supabase/functions/code-assistance/handler.ts';
import { handler as dataAnalysis } from '../../../supabase/functions/data-analysis/handler.ts';
import { handler as embeddings } from '../../../supabase/functions/embeddings/handler.ts';
import { handler as imageGeneration } from '../../../supabase/functions/image-generation/handler.ts';
import { handler as images } from '../../../supabase/functions/images/handler.ts';
import { handler as models } from '../../../supabase/functions/models/handler.ts';
import { handler as textSummarization } from '../../../supabase/functions/text-summarization/handler.ts';

/**
 * The functions by the first part of their path below `/functions/v1/`. Listed by hand, because the build must find
 * their files.
 */
export const functions: ReadonlyMap<string, FunctionHandler> = new Map([
  ['account', account],
  ['advice-generation', adviceGeneration],
  ['admin', admin],
  ['audio', audio],
  ['billing', billing],
  ['chat', chat],
  ['code-assistance', codeAssistance],
  ['data-analysis', dataAnalysis],
  ['embeddings', embeddings],
  ['image-generation', imageGeneration],
  ['images', images],
  ['models', models],
  ['text-summarization', textSummarization],
]);
