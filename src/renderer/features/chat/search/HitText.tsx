import { Marked } from './Marked.tsx';
import type { Hit } from '../data/search-messages.ts';

interface HitTextProps {
  readonly hit: Hit;
  readonly titleClass: string | undefined;
  readonly excerptClass: string | undefined;
}

/** The words of what was found: a chat's title, or that of a message's chat and the words around the place. */
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
