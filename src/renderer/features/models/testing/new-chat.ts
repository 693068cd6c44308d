import type { ChatToChooseFor } from '../../../lib/model-choice.ts';

/** A new chat, for which no model was chosen. */
export const newChat: ChatToChooseFor = { id: null, model: null, choose: () => {} };
