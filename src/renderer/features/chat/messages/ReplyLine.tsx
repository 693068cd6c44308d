import { Popover } from '@mantine/core';
import { type SyntheticEvent, useRef, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { readTime } from '../read-time.ts';
import { chatTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { MenuAnchor } from './MenuAnchor.tsx';
import { formatTime, formatExactTime } from './clock.ts';
import { priceText } from './reply-usage.ts';
import styles from './ReplyLine.module.css';
import { replyTexts } from './texts.ts';

const ReplyFacts = lazyComponent(async () => (await import('./ReplyFacts.tsx')).ReplyFacts, {
  look: 'panel',
});

export function MessageTime({ at }: { readonly at: string }) {
  return (
    <time className={styles.time} dateTime={at} title={formatExactTime(at)}>
      {formatTime(at)}
    </time>
  );
}

interface ReplyLineProps {
  readonly message: ShownMessage;
  readonly modelName: string | null;
}

/**
 * Shows the model, time, reading time and, if the user's own key paid for it, the price of a reply. The model's name
 * opens the details.
 */
export function ReplyLine({ message, modelName }: ReplyLineProps) {
  const minutes = message.end === null || message.content === '' ? null : readTime(message.content);
  const price = message.usage?.is_own_key ? priceText(message.usage) : null;
  return (
    <div className={styles.line}>
      {modelName !== null && <ModelButton message={message} modelName={modelName} />}
      <MessageTime at={message.createdAt} />
      {minutes !== null && <span>{chatTexts.readTime({ minutes })}</span>}
      {price !== null && <span>{price}</span>}
    </div>
  );
}

function ModelButton({ message, modelName }: { readonly message: ShownMessage; readonly modelName: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // Otherwise, a click on the button would close the details and open them again.
  const keepOpen = (event: SyntheticEvent) => isOpen && event.stopPropagation();
  return (
    <span className={styles.signature}>
      <button
        ref={button}
        type="button"
        className={styles.name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={replyTexts.details}
        onMouseDown={keepOpen}
        onTouchStart={keepOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {modelName}
      </button>
      {/* Mounted when it opens, because mounting thousands of popovers would be slow. */}
      {isOpen && (
        <Popover
          opened
          onChange={() => {
            setIsOpen(false);
            button.current?.focus();
          }}
          position="top-start"
          shadow="md"
          width="max-content"
          trapFocus
        >
          <Popover.Target>
            <MenuAnchor label={replyTexts.details} />
          </Popover.Target>
          <Popover.Dropdown className={styles.details}>
            <ReplyFacts message={message} modelName={modelName} />
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}
