import { texts } from '../../shared/texts.ts';
import { noResponse } from './unreachable.ts';

export const connectionTexts = texts('lib/connection', {
  causes: {
    network: 'Offline.',
    service: noResponse,
  },
  kept: {
    network: "Changes are saved on this device and sent when you're back online.",
    service: 'Changes are saved on this device and sent when it responds again.',
  },
  later: {
    network: "You can make changes when you're back online.",
    service: 'You can make changes when it responds again.',
  },
});
