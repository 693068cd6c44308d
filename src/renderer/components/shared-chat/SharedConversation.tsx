import { memo, useEffect, useState } from 'react';
import type { SharedMessage } from '../../../shared/sharing/snapshot.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { type ImageLoader, ImageLoaderContext } from '../markdown/image/ImageLoader.ts';
import styles from './SharedConversation.module.css';
import { sharedChatTexts as texts } from './texts.ts';

/** The number of messages to add per frame, so that a long chat doesn't block the page. */
const perFrame = 20;

/**
 * Refuses images: generated ones are not shared, and a crafted link must not request images with the reader's session.
 */
const refuseImages: ImageLoader = () => Promise.reject(new Error('Shared chats contain no images.'));

/** Shows exactly what a link contains, both in the preview and on the page for its readers. */
export function SharedConversation({ messages }: { readonly messages: readonly SharedMessage[] }) {
  const [count, setCount] = useState(perFrame);
  const isComplete = count >= messages.length;
  useEffect(() => {
    if (isComplete) return;
    const frame = requestAnimationFrame(() => setCount(count + perFrame));
    return () => cancelAnimationFrame(frame);
  }, [count, isComplete]);
  return (
    <ImageLoaderContext value={refuseImages}>
      <div className={styles.conversation} data-complete={isComplete}>
        {messages.slice(0, count).map((message, index) => (
          // Shared messages have no ids and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <Message key={index} message={message} />
        ))}
      </div>
    </ImageLoaderContext>
  );
}

const Message = memo(function Message({ message }: { readonly message: SharedMessage }) {
  const { role, text, modelId, modelName = modelId, reasoning, omitted } = message;
  const isReply = role === 'assistant';
  return (
    <article className={isReply ? styles.reply : styles.own}>
      {/* Screen readers jump from message to message by their headings. */}
      <h2 className={`visually-hidden ${styles.speaker}`}>{texts[role]}</h2>
      {reasoning !== undefined && (
        <details className={styles.reasoning}>
          <summary>{texts.reasoning}</summary>
          <Markdown text={reasoning} />
        </details>
      )}
      {text !== '' && (
        <div className={isReply ? undefined : styles.bubble}>
          <Markdown text={text} />
        </div>
      )}
      {omitted !== undefined && <p className={styles.note}>{texts.omitted({ count: omitted })}</p>}
      {modelName !== undefined && (
        <p className={styles.note} dir="auto">
          {texts.by({ model: modelName })}
        </p>
      )}
    </article>
  );
});
