import { lazyComponent } from '../../../components/lazy-component.tsx';

export const VoiceTools = lazyComponent(async () => (await import('./VoiceTools.tsx')).VoiceTools, {
  look: 'nothing',
  isDeferred: true,
});
