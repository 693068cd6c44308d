import { cacheSuccess } from '../../../lib/cache-success.ts';
import type { ChatFiles, OpenFiles } from './chat-files.ts';

/** Opens the file storage on first use. Once closed, it can't be opened again. */
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
  const files = cacheSuccess(async () => {
    opened = await open();
    if (isClosed) opened.close();
    return opened;
  });
  return { files, closeFiles };
}
