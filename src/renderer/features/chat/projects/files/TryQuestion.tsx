import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/Button.tsx';
import { Dialog } from '../../../../components/dialog/Dialog.tsx';
import { TextField } from '../../../../components/TextField.tsx';
import { commonTexts } from '../../../../components/texts.ts';
import { listOf } from '../../../../lib/locale.ts';
import viewerStyles from '../../attachments/FileViewer.module.css';
import { useChatEngine } from '../../chat-context.ts';
import { findPassages } from './choose-passages.ts';
import { PassageList } from './PassageList.tsx';
import { filesNoteTexts, replyFileTexts } from './reply-texts.ts';
import { tryQuestionTexts as texts } from './texts.ts';
import styles from './TryQuestion.module.css';

interface TryQuestionProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Shows which passages of a project's files a question finds. Everything happens on the device. */
export function TryQuestion({ projectId, onClose }: TryQuestionProps) {
  const { store, files } = useChatEngine();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  /** The question that was submitted. */
  const [question, setQuestion] = useState('');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['chat', 'tried-question', projectId, question],
    queryFn: question === '' ? skipToken : () => findPassages({ client, store, files }, projectId, question),
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  return (
    <Dialog title={texts.title} size="lg" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const next = typed.trim();
          // Submitting the same question again retries it, for example after a failure.
          if (next === question && next !== '') void refetch();
          else setQuestion(next);
        }}
      >
        <TextField
          label={texts.question}
          name="question"
          hint={texts.hint}
          maxLength={2000}
          required
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" look="outlined">
          {texts.find}
        </Button>
      </form>
      {isError && <p className={viewerStyles.note}>{filesNoteTexts.failed}</p>}
      <output className={viewerStyles.note}>
        {isFetching && commonTexts.loading}
        {data && (data.passages.length === 0 ? texts.none : texts.found({ count: data.passages.length }))}
      </output>
      {data && data.unverified.length > 0 && (
        <p className={viewerStyles.note} dir="auto">
          {replyFileTexts.notIncluded} {listOf(data.unverified.map(({ name }) => name))}
        </p>
      )}
      {data && data.passages.length > 0 && <PassageList passages={data.passages} label={texts.passages} />}
    </Dialog>
  );
}
