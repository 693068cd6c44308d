import { useMemo, useState, useSyncExternalStore } from 'react';
import { useDraftFiles } from '../attachments/draft-files.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { oneTimeDraftOf } from '../draft-models.ts';
import { useDraftParameters } from '../draft-parameters.ts';
import { FilesNote } from '../projects/files/lazy-preview.ts';
import { type ContextSource, type ContextUse, contextUse } from '../turn/context-use.ts';
import styles from './Composer.module.css';
import { contextTexts } from './context-texts.ts';
import { useOneTimeModel } from './use-one-time-model.ts';

const minShownShare = 0.5;

interface ContextMeterProps {
  readonly draftKey: string;
  readonly source: ContextSource;
}

/** Shows how full the context is, including the text in the input, and which parts of a project's files are sent. */
export function ContextMeter({ draftKey, source }: ContextMeterProps) {
  const { drafts } = useChatEngine();
  const { model: ofChat } = useChatScreen();
  const model = useOneTimeModel(draftKey) ?? ofChat;
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey));
  const files = useDraftFiles(drafts, draftKey);
  const oneTime = useDraftParameters(drafts, oneTimeDraftOf(draftKey));
  const [projectTokens, setProjectTokens] = useState(0);
  const use = useMemo(
    () => model && contextUse(source, model, text, files, projectTokens),
    [files, model, projectTokens, source, text],
  );
  const { projectId } = source;
  return (
    <>
      {projectId && model && (
        <FilesNote
          key={projectId}
          projectId={projectId}
          question={{ text: text.trim(), files, oneTime }}
          source={source}
          models={[model]}
          onTokens={setProjectTokens}
        />
      )}
      {use && use.used >= use.room * minShownShare && <Meter use={use} />}
    </>
  );
}

function Meter({ use }: { readonly use: ContextUse }) {
  const isFull = use.firstSentId !== null;
  // At most 100, because text that doesn't fit isn't sent.
  const percent = Math.min(Math.round((use.used / use.room) * 100), 100);
  return (
    <>
      <span
        className={styles.context}
        data-full={isFull || undefined}
        title={contextTexts.tokens({ used: Math.round(use.used), available: Math.round(use.room) })}
      >
        {isFull ? contextTexts.full : contextTexts.used({ percent })}
      </span>
      <output className="visually-hidden">{isFull && contextTexts.full}</output>
    </>
  );
}
