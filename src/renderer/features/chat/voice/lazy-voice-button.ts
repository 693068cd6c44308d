import { lazyComponent } from '../../../components/lazy-component.tsx';

export const VoiceButton = lazyComponent(async () => (await import('./VoiceButton.tsx')).VoiceButton, {
  look: 'nothing',
  isDeferred: true,
});
