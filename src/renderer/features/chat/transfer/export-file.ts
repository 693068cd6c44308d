import { transcriptFileName } from '../../../../shared/domain/transcript.ts';
import type { PortableChat } from '../../../lib/portable-chat.ts';
import { platform } from '../../../platform/index.ts';
import { cloverJsonFrame, toCloverJsonItem } from './formats/clover-json.ts';
import { toMarkdown } from './formats/markdown.ts';

export type ExportFormat = 'json' | 'md';

/** What stands before, between and behind the chats of a file, and how one of them is written. */
interface FileShape {
  readonly head: string;
  readonly between: string;
  readonly foot: string;
  readonly write: (chat: PortableChat) => string;
}

const shapes: Readonly<Record<ExportFormat, (now: Date) => FileShape>> = {
  json: (now) => ({ ...cloverJsonFrame(now), write: toCloverJsonItem }),
  md: () => ({ head: '', between: '\n---\n\n', foot: '', write: toMarkdown }),
};

/**
 * A file of chats, written one by one as they come: ten thousand of them never keep the page waiting for longer than one
 * does, and what is written is the browser's to keep, not the page's memory.
 */
export class ExportFile {
  readonly #format: ExportFormat;
  readonly #now: Date;
  readonly #shape: FileShape;
  readonly #chats: Blob[] = [];

  constructor(format: ExportFormat, now = new Date()) {
    this.#format = format;
    this.#now = now;
    this.#shape = shapes[format](now);
  }

  /** How many chats are in it. */
  get count(): number {
    return this.#chats.length;
  }

  add(chat: PortableChat): void {
    const { head, between, write } = this.#shape;
    this.#chats.push(new Blob([this.count === 0 ? head : between, write(chat)]));
  }

  /** Saves it where the person wants it; false when they cancelled. */
  save(): Promise<boolean> {
    const name = transcriptFileName(this.#now).replace(/\.txt$/, `.${this.#format}`);
    const content = new Blob([...this.#chats, this.#shape.foot], { type: 'text/plain;charset=utf-8' });
    return platform.saveTextFile(this.count === 1 ? name : name.replace(/^chat-/, 'chats-'), content);
  }
}
