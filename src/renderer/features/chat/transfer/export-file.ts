import { transcriptFileName } from '../../../../shared/domain/transcript.ts';
import type { PortableChat } from '../../../lib/portable-chat.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { cloverJsonFrame, toCloverJsonItem } from './formats/clover-json.ts';
import { chatFileName } from './file-name.ts';
import { toMarkdown } from './formats/markdown.ts';
import { transferToasts } from './menu-texts.ts';

export type ExportFormat = 'json' | 'md';

/** The text before, between and after the chats, and a function that formats a chat. */
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

/** Writes one chat at a time to a blob, so that large exports neither block the page nor fill its memory. */
export class ExportFile {
  readonly #format: ExportFormat;
  readonly #now: Date;
  readonly #shape: FileShape;
  readonly #chats: Blob[] = [];
  #title = '';

  constructor(format: ExportFormat, now = new Date()) {
    this.#format = format;
    this.#now = now;
    this.#shape = shapes[format](now);
  }

  get count(): number {
    return this.#chats.length;
  }

  add(chat: PortableChat): void {
    const { head, between, write } = this.#shape;
    this.#title = chat.title;
    this.#chats.push(new Blob([this.count === 0 ? head : between, write(chat)]));
  }

  read(): { readonly name: string; readonly content: Blob } {
    const name =
      this.count === 1
        ? chatFileName(this.#title, this.#now, this.#format)
        : transcriptFileName(this.#now).replace(/^chat-(.*)\.txt$/, `chats-$1.${this.#format}`);
    const content = new Blob([...this.#chats, this.#shape.foot], { type: 'text/plain;charset=utf-8' });
    return { name, content };
  }

  /** Saves the file, then shows its name. */
  async save(): Promise<void> {
    const { name, content } = this.read();
    const saved = await platform.saveTextFile(name, content);
    if (saved !== null) showToast(transferToasts.saved({ name: saved }));
  }
}
