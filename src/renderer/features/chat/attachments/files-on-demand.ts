import { rememberSuccess } from '../../../lib/remember.ts';
import type { ChatFiles, OpenFiles } from './chat-files.ts';

/** Opens the files when they are first needed. Once closed, they can't be opened again. */
export function filesOnDemand(open: OpenFiles): {
  readonly files: OpenFiles;
  readonly closeFiles: () => void;
} {
  let opened: ChatFiles | null = null;
  let isClosed = false;
  const closeFiles = () => {
    isClosed = true;
    opened?.close();
  };
  const files = rememberSuccess(async () => {
    opened = await open();
    if (isClosed) opened.close();
    return opened;
  });
  return { files, closeFiles };
}
