import { lazyComponent } from '../../../../components/lazy-component.tsx';

// Chats outside projects load none of these.
export const FilesNote = lazyComponent(async () => (await import('./FilesNote.tsx')).FilesNote, {
  look: 'nothing',
});
export const FilesItem = lazyComponent(async () => (await import('./FilesNote.tsx')).FilesItem, {
  look: 'nothing',
});
export const PassagePreview = lazyComponent(
  async () => (await import('./PassagePreview.tsx')).PassagePreview,
  { look: 'dialog' },
);
