import type { Toast } from '../../../lib/toast.ts';
import { texts } from '../../../../shared/texts.ts';

export const parametersButtonTexts = texts('chat/parametersButton', {
  label: 'Chat parameters',
  labelIfChanged: 'Chat parameters (changed)',
});

export const parametersToasts = texts('chat/parametersToasts', {
  failed: {
    title: "Couldn't save the chat's parameters",
    message: 'Set them again.',
    variant: 'destructive',
  } satisfies Toast,
});
