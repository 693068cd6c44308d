import { params, texts } from '../../../../shared/texts.ts';

export const contextTexts = texts('chat/context', {
  used: params('Context about {percent}% full'),
  full: "Context full: the oldest messages aren't sent",
  tokens: params('About {used} of {available} tokens. The rest is reserved for the reply.'),
});
