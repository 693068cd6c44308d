import { params, texts } from '../../../../shared/texts.ts';

export const contextTexts = texts('chat/context', {
  used: params("About {percent}% of the model's limit used"),
  full: "Limit reached: the oldest messages aren't sent",
  tokens: params('About {used} of {available} tokens. The rest is reserved for the reply.'),
});
