import type { ModelChoiceChat } from '../../../lib/model-choice.ts';

export const newChat: ModelChoiceChat = { id: null, model: null, choose: () => {} };
