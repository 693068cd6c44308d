import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { chatQueries } from '../data/queries.ts';
import { readTime } from '../read-time.ts';
import { chatTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { MenuAnchor } from './MenuAnchor.tsx';
import { clockOf, exactTimeOf } from './clock.ts';
import styles from './ReplyLine.module.css';
import { replyTexts } from './texts.ts';

/** A message's time; the full date is its title. */
export function MessageTime({ at }: { readonly at: string }) {
  return (
    <time className={styles.time} dateTime={at} title={exactTimeOf(at)}>
      {clockOf(at)}
    </time>
  );
}

interface ReplyLineProps {
  readonly message: ShownMessage;
  readonly modelName: string | null;
}

/** The line under a reply: who answered, when, and how long it takes to read. The model's name opens the details. */
export function ReplyLine({ message, modelName }: ReplyLineProps) {
  const minutes = message.end === null || message.content === '' ? null : readTime(message.content);
  return (
    <div className={styles.line}>
      {modelName !== null && <Signature message={message} modelName={modelName} />}
      <MessageTime at={message.createdAt} />
      {minutes !== null && <span>{chatTexts.readTime({ minutes })}</span>}
    </div>
  );
}

function Signature({ message, modelName }: { readonly message: ShownMessage; readonly modelName: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // Otherwise a click on the button would close the details and open them again.
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
      {/* Mounted when opened, because thousands of popovers would be slow. */}
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
            <Facts message={message} modelName={modelName} />
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}

function Facts({ message, modelName }: { readonly message: ShownMessage; readonly modelName: string }) {
  const { content, createdAt, modelId, vendorId } = message;
  const vendors = useQuery(chatQueries.vendorNames());
  const vendor = vendorId === null ? null : (vendors.data?.get(vendorId) ?? vendorId);
  const words = content.match(/\S+/g)?.length ?? 0;
  const facts = [
    [
      replyTexts.facts.model,
      modelId === null || modelId === modelName ? modelName : `${modelName} (${modelId})`,
    ],
    [replyTexts.facts.vendor, vendor],
    [replyTexts.facts.time, exactTimeOf(createdAt)],
    [replyTexts.facts.length, replyTexts.words({ count: words })],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
