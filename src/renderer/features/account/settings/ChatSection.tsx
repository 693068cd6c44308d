import { useId } from 'react';
import { Choice } from '../../../components/Choice.tsx';
import { replyDisplayTexts } from '../../../components/reply-display-texts.ts';
import { ReplyDisplayControl } from '../../../components/ReplyDisplayControl.tsx';
import { enterKey, useEnterKey } from '../../../lib/enter-key.ts';
import { Section } from '../Section.tsx';
import { settingTexts as texts } from './texts.ts';
import { Setting } from './Setting.tsx';

export function ChatSection({ userId }: { readonly userId: string }) {
  const chosen = useEnterKey();
  const noteId = useId();
  return (
    <Section id="chat" isAlone scope="device">
      <Setting title={replyDisplayTexts.title}>
        <ReplyDisplayControl userId={userId} />
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
