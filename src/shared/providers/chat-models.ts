import type { OfferedModel } from './listed-model.ts';

/** Words in the ids of models that can't chat. Most vendors list all of their models together. */
const otherKinds =
  /embed|rerank|moderation|guard|whisper|transcri|speech|tts|audio|realtime|dall-e|image|flux|diffusion|video|sora|veo|ocr/i;

/** Returns the first listed model that can probably chat. Null if the list is empty. */
export const firstChatModel = (models: readonly OfferedModel[]): string | null =>
  (models.find(({ id }) => !otherKinds.test(id)) ?? models[0])?.id ?? null;
