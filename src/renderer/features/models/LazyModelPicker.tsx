import { lazyComponent } from '../../components/lazy-component.tsx';
import { ModelsLoading } from './ModelsLoading.tsx';

/** The model picker, loaded after the rest of the chat. */
export const ModelPicker = lazyComponent(async () => (await import('./ModelPicker.tsx')).ModelPicker, {
  look: 'panel',
  waiting: <ModelsLoading />,
  isDeferred: true,
});
