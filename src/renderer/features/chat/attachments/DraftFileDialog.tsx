import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { charactersPerToken } from '../../../../shared/domain/context-window.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { useChatEngine } from '../chat-context.ts';
import { type AttachedDocument, attachedTokens } from './attachment.ts';
import { chooseParts, listNumbers, readNumbers } from './choose-parts.ts';
import styles from './DraftFileDialog.module.css';
import { moveDraftFile, useDraftFiles } from './draft-files.ts';
import { unitOf } from './file-facts.ts';
import { FileViewer } from './FileViewer.tsx';
import type { DocumentPart } from './reading/reading.ts';
import { ExtractText } from './recognition/ExtractText.tsx';
import { draftFileTexts as texts, fileTexts } from './texts.ts';

interface DraftFileDialogProps {
  readonly draftKey: string;
  readonly path: string;
  /** Called with the path of a document that has replaced the file. */
  readonly onReplaced: (path: string) => void;
  readonly onClose: () => void;
}

/**
 * Shows an unsent file's content. The user can move the file, extract an image's text, and choose which pages, slides or
 * sheets are sent.
 */
export function DraftFileDialog({ draftKey, path, onReplaced, onClose }: DraftFileDialogProps) {
  const { drafts } = useChatEngine();
  const files = useDraftFiles(drafts, draftKey);
  const place = files.findIndex((file) => file.path === path);
  const file = files[place];
  if (!file) return null;
  const move = (to: number) => moveDraftFile(drafts, draftKey, path, to);
  return (
    <FileViewer
      file={file}
      choice={
        file.kind === 'image' ? (
          <ExtractText draftKey={draftKey} file={file} onExtracted={onReplaced} />
        ) : (
          file.allPages !== undefined && <PartChoice draftKey={draftKey} file={file} />
        )
      }
      actions={
        files.length > 1 && (
          <>
            {/* Not `disabled`, because the button would lose the focus. */}
            <Button look="plain" aria-disabled={place === 0} onClick={() => move(place - 1)}>
              {texts.earlier}
            </Button>
            <Button look="plain" aria-disabled={place === files.length - 1} onClick={() => move(place + 1)}>
              {texts.later}
            </Button>
          </>
        )
      }
      onClose={onClose}
    />
  );
}

interface PartChoiceProps {
  readonly draftKey: string;
  readonly file: AttachedDocument;
}

function PartChoice({ draftKey, file }: PartChoiceProps) {
  const engine = useChatEngine();
  const { data: parts = [] } = useQuery({
    queryKey: ['chat', 'attached-parts', engine.userId, file.path],
    queryFn: async () => (await engine.files()).readParts(file),
    // Not cached, because the text may be several megabytes.
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  if (parts.length < 2) return null;
  const choose: ChoiceProps['choose'] = (change) => chooseParts(engine, draftKey, file.path, change);
  const chosen = file.chosen ?? parts.map(({ number }) => number);
  return (
    <div className={styles.choice}>
      {unitOf(file) === 'sheets' ? (
        <Sheets parts={parts} chosen={chosen} choose={choose} />
      ) : (
        <Pages
          texts={unitOf(file) === 'slides' ? texts.slides : texts.pages}
          chosen={chosen}
          count={file.allPages ?? parts.length}
          choose={choose}
        />
      )}
      <p className={styles.note}>
        {texts.tokens({ count: attachedTokens([file]) })} {texts.note}
      </p>
    </div>
  );
}

interface ChoiceProps {
  readonly chosen: readonly number[];
  readonly choose: (change: (chosen: readonly number[]) => readonly number[]) => Promise<boolean>;
}

interface PagesProps extends ChoiceProps {
  readonly texts: typeof texts.pages | typeof texts.slides;
  /** The number of pages or slides in the file. */
  readonly count: number;
}

function Pages({ texts: partTexts, chosen, count, choose }: PagesProps) {
  const [typed, setTyped] = useState(() => listNumbers(chosen));
  const [isWrong, setIsWrong] = useState(false);
  const apply = async () => {
    const numbers = readNumbers(typed, count);
    setIsWrong(numbers === null || !(await choose(() => numbers)));
  };
  // Escape closes the dialog without a `blur` event.
  const leave = useEffectEvent(() => {
    const numbers = typed === listNumbers(chosen) ? null : readNumbers(typed, count);
    if (numbers) void choose(() => numbers);
  });
  useEffect(() => () => leave(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is inside the input's form, which would otherwise send the message.
    event.stopPropagation();
    void apply();
  };
  return (
    <form className={styles.pages} onSubmit={submit}>
      <TextField
        name="pages"
        label={partTexts.label}
        hint={partTexts.hint({ count })}
        error={isWrong ? partTexts.none({ count }) : undefined}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        // Also applies the pages when the user clicks the close button, which takes the focus.
        onBlur={() => {
          if (isWrong || typed !== listNumbers(chosen)) void apply();
        }}
      />
      <Button look="outlined" type="submit">
        {partTexts.apply}
      </Button>
    </form>
  );
}

function toggle(chosen: readonly number[], number: number, isChosen: boolean): readonly number[] {
  const others = chosen.filter((other) => other !== number);
  return isChosen ? [...others, number] : others;
}

interface SheetsProps extends ChoiceProps {
  readonly parts: readonly DocumentPart[];
}

function Sheets({ parts, chosen, choose }: SheetsProps) {
  return (
    <fieldset className={styles.sheets}>
      <legend>{texts.sheets}</legend>
      {parts.map(({ number, name, text }) => {
        const isChosen = chosen.includes(number);
        return (
          <label key={number} className={styles.sheet}>
            <input
              type="checkbox"
              checked={isChosen}
              // At least one sheet is always sent. To send none, the user removes the file.
              disabled={isChosen && chosen.length === 1}
              onChange={({ currentTarget: { checked } }) =>
                void choose((now) => toggle(now, number, checked))
              }
            />
            <bdi>{name}</bdi>
            <span className={styles.note}>
              {fileTexts.tokens({ count: Math.ceil(text.length / charactersPerToken) })}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
