import { serveFunction } from '../_shared/deno-context.ts';
import { handler } from './handler.ts';

serveFunction(handler);
