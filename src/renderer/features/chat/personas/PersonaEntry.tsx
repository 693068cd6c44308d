import { IconUserCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useChatEngine } from '../chat-context.ts';
import { useDraftParameters } from '../draft-parameters.ts';
import { newChatDraft } from '../drafts.ts';
import { personaEntryTexts as texts } from './entry-texts.ts';

const PersonaDialog = lazyComponent(async () => (await import('./PersonaDialog.tsx')).PersonaDialog, {
  look: 'dialog',
});

export function PersonaEntry() {
  const persona = useDraftParameters(useChatEngine().drafts, newChatDraft)?.persona;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <IconUserCircle size={16} stroke={1.75} aria-hidden />
        {persona ? texts.chosen(persona) : texts.choose}
      </button>
      {isOpen && <PersonaDialog onClose={() => setOpen(false)} />}
    </>
  );
}
