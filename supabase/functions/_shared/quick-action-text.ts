import type { z } from 'zod';
import type { QuickActionName } from '../../../src/shared/quick-actions/contract.ts';
import type { FunctionHandler } from './context.ts';
import { startDelivery, type Delivery } from './delivery.ts';
import { quickAction } from './quick-action.ts';
import { ask, fence, type Prompt } from './quick-action-prompt.ts';

/** Tokens. Document B §9 gives this to the provider of general purpose; a full analysis needs about half. */
const mostTokens = 4000;

const cutNote = '\n\n*The answer reached its greatest length and ends here.*';

/** A quick action that a chat model answers with text. */
export interface TextQuickAction<Schema extends z.ZodType> {
  readonly name: QuickActionName;
  readonly schema: Schema;
  /** PROV-017, PROV-019, PROV-020: by the action, not by the words of its prompt. */
  readonly temperature: number;
  /** Whether the user's text is a request of his own rather than material from anywhere. */
  readonly isOwnRequest?: boolean;
  readonly prompt: (asked: z.infer<Schema>) => Prompt;
  /** The documented fields of the reply. */
  readonly reply: (text: string, asked: z.infer<Schema>) => Readonly<Record<string, unknown>>;
}

async function readWhole(delivery: Delivery): Promise<string> {
  const pieces: string[] = [];
  for (let delta = await delivery.next(); delta; delta = await delivery.next()) pieces.push(delta.text);
  const text = pieces.join('').trim();
  return delivery.finishReason() === 'length' ? text + cutNote : text;
}

/** The function of a quick action that the active vendor's chat model answers. */
export const textQuickAction = <Schema extends z.ZodType>(action: TextQuickAction<Schema>): FunctionHandler =>
  quickAction(action.name, action.schema, async ({ asked, grant, context, signal }) => {
    const prompt = action.prompt(asked);
    // The built-in vendor thinks about nothing and shows what reached it: the user's text, not our marks.
    const isDemo = grant.vendor.name === 'demo';
    const isPlain = action.isOwnRequest === true || isDemo;
    const delivery = startDelivery(
      context,
      grant,
      {
        messages: isPlain ? ask(prompt) : fence(prompt, crypto.randomUUID().slice(0, 8)),
        temperature: action.temperature,
        maxTokens: mostTokens,
        // The reply is handed on whole, but a vendor that streams may take longer than 30 s in all. The built-in one
        // streams at a pace that is made to be watched.
        isStreaming: !isDemo,
        isHandedOnWhole: true,
      },
      signal,
    );
    const text = await readWhole(delivery);
    return {
      fields: action.reply(text, asked),
      vendor: delivery.vendor(),
      unavailableVendor: delivery.unavailableVendor(),
    };
  });
