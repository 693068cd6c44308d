import { useId } from 'react';
import { Choice } from '../../../components/Choice.tsx';
import { replyDisplayTexts } from '../../../components/reply-display-texts.ts';
import { enterKey, useEnterKey } from '../../../lib/enter-key.ts';
import { replyDisplays, setReplyDisplay, useReplyDisplay } from '../../../lib/reply-display.ts';
import { Section } from '../Section.tsx';
import { settingTexts as texts } from './texts.ts';
import { Setting } from './Setting.tsx';

export function ChatSection({ userId }: { readonly userId: string }) {
  const chosen = useEnterKey();
  const noteId = useId();
  const display = useReplyDisplay(userId);
  const displayNoteId = useId();
  return (
    <Section id="chat" isAlone scope="device">
      <Setting
        title={replyDisplayTexts.title}
        note={{ id: displayNoteId, text: replyDisplayTexts.notes[display] }}
      >
        <Choice
          label={replyDisplayTexts.title}
          options={replyDisplays}
          texts={replyDisplayTexts.options}
          chosen={display}
          onChoose={(next) => setReplyDisplay(userId, next)}
          describedBy={displayNoteId}
        />
      </Setting>
      <Setting title={texts.enterKey} note={{ id: noteId, text: texts.enterNotes[chosen] }}>
        <Choice
          label={texts.enterKey}
          options={enterKey.options}
          texts={texts.enterKeys}
          chosen={chosen}
          onChoose={enterKey.set}
          describedBy={noteId}
        />
      </Setting>
    </Section>
  );
}
