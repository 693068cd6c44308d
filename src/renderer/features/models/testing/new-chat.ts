import type { ChatToChooseFor } from '../../../lib/model-choice.ts';

export const newChat: ChatToChooseFor = { id: null, model: null, choose: () => {} };
