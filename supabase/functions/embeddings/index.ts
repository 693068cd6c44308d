import { serve } from '../_shared/deno-context.ts';
import { handler } from './handler.ts';

serve(handler);
