import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { estimateTokens } from '../../../../shared/domain/context-window.ts';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { LongText } from '../../../components/long-text/LongText.tsx';
import { commonTexts } from '../../../components/texts.ts';
import { dollars } from '../../../lib/dollars.ts';
import { useConfig } from '../../../lib/use-config.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { recipientName } from '../composer/RecipientNote.tsx';
import { useOneTimeModel } from '../composer/use-one-time-model.ts';
import { hostOf, isDirect, vendorHostOf } from '../recipient.ts';
import { scaleOf } from '../turn/token-scale.ts';
import type { ChatModel } from '../turn/live-turn.ts';
import { assemble } from './assemble.ts';
import { attachedTokens } from './attachment.ts';
import { useDraftFiles } from './draft-files.ts';
import { describeFile } from './file-facts.ts';
import styles from './PreviewDialog.module.css';
import { fileTexts, previewTexts as texts } from './texts.ts';
import { Thumbnail } from './Thumbnail.tsx';

interface PreviewDialogProps {
  readonly draftKey: string;
  readonly onClose: () => void;
}

/** Shows the message in the input as the model will receive it, with its size, price and recipient. */
export function PreviewDialog({ draftKey, onClose }: PreviewDialogProps) {
  const { drafts, files: openFiles } = useChatEngine();
  const { model: ofChat } = useChatScreen();
  const model = useOneTimeModel(draftKey) ?? ofChat;
  const files = useDraftFiles(drafts, draftKey);
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey)).trim();
  const supportsImages = model?.supportsImages ?? true;
  const { data, isError } = useQuery({
    queryKey: ['chat', 'preview', text, supportsImages, files],
    queryFn: async () => {
      const message = { role: 'user' as const, content: text, files };
      return (await assemble([message], await openFiles(), { supportsImages })).messages[0]?.content ?? '';
    },
    // Not cached, because the text may be several megabytes.
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  const read = files.filter(({ kind }) => supportsImages || kind === 'document');
  return (
    <Dialog title={texts.title} size="lg" onClose={onClose}>
      <p className={styles.line}>{texts.note}</p>
      {model && <Facts model={model} tokens={attachedTokens(files) + estimateTokens(text)} />}
      {read.length > 0 && (
        <ul className={styles.files} aria-label={texts.files}>
          {read.map((file) => (
            <li key={file.path}>
              <Thumbnail file={file} />
              <bdi>{file.name}</bdi>
              <span className={styles.facts}>
                {describeFile(file)} · {fileTexts.tokens({ count: attachedTokens([file]) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isError && <p className={styles.line}>{fileTexts.unread}</p>}
      {data === undefined && !isError && <output>{commonTexts.loading}</output>}
      {data !== undefined && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        <div className={styles.text} dir="auto" role="document" tabIndex={0} aria-label={texts.text}>
          <LongText text={data} />
        </div>
      )}
    </Dialog>
  );
}

function Facts({ model, tokens }: { readonly model: ChatModel; readonly tokens: number }) {
  const config = useConfig();
  const { price, id } = model;
  const shown = recipientName(model);
  const counted = Math.round(tokens * scaleOf(id));
  const host = vendorHostOf(model);
  const gateway = hostOf(config?.supabaseUrl ?? null);
  return (
    <ul className={styles.facts}>
      <li>
        {isDirect(model) || host === null || gateway === null
          ? texts.to({ model: shown, host: host ?? gateway ?? '' })
          : texts.through({ model: shown, host, gateway })}
      </li>
      <li>
        {fileTexts.tokens({ count: counted })}
        {/* `price.input` is in dollars per million tokens. */}
        {price && ` · ${texts.price({ price: dollars(counted * price.input * 1_000) })}`}
      </li>
    </ul>
  );
}
