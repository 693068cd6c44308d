import { Marked } from './Marked.tsx';
import type { Hit } from '../data/search-messages.ts';

interface HitTextProps {
  readonly hit: Hit;
  readonly titleClass: string | undefined;
  readonly excerptClass: string | undefined;
}

/** A search result: the chat's title, or the title and the text around the match. */
export function HitText({ hit: { messageId, title, excerpt }, titleClass, excerptClass }: HitTextProps) {
  return (
    <>
      <span className={titleClass} dir="auto">
        {messageId === null ? <Marked excerpt={excerpt} /> : title}
      </span>
      {messageId !== null && (
        <span className={excerptClass} dir="auto">
          <Marked excerpt={excerpt} />
        </span>
      )}
    </>
  );
}
