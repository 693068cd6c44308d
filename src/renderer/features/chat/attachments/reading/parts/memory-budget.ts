import { readingLimits } from '../limits.ts';

let used = 0;
let onExceeded: (() => void) | null = null;
let isLimited = false;

/** Must be called in a worker before it reads a file. The worker must be terminated after `listener` is called. */
export function whenMemoryExceeded(listener: () => void): void {
  onExceeded = listener;
}

/**
 * Limits the memory that the PDF library uses for the next page, for which the library has no option: what the browser
 * unpacks for it, and its large arrays, which contain what it unpacks itself, and images. Does nothing outside of
 * workers, because it replaces globals.
 */
export function renewMemoryBudget(): void {
  used = 0;
  if (!onExceeded || isLimited) return;
  isLimited = true;
  globalThis.DecompressionStream = limitStreams(DecompressionStream);
  globalThis.Uint8Array = limitArrays(Uint8Array);
  globalThis.Uint8ClampedArray = limitArrays(Uint8ClampedArray);
  globalThis.Int16Array = limitArrays(Int16Array);
}

/** Returns false if the page needs too much memory. */
function spend(bytes: number): boolean {
  used += bytes;
  if (used > readingLimits.pageBytes) onExceeded?.();
  return used <= readingLimits.pageBytes;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The browser unpacks a whole piece before its output is read. A piece can become a thousand times larger. */
const pieceBytes = 4_096;

function limitStreams(Native: typeof DecompressionStream): typeof DecompressionStream {
  return class {
    readonly readable;
    readonly writable;
    constructor(format: CompressionFormat) {
      const split = new TransformStream<Bytes, Bytes>({
        transform: (bytes, controller) => {
          for (let at = 0; at < bytes.length; at += pieceBytes)
            controller.enqueue(bytes.subarray(at, at + pieceBytes));
        },
      });
      const count = new TransformStream<Bytes, Bytes>({
        transform: async (bytes, controller) => {
          if (spend(bytes.length)) return controller.enqueue(bytes);
          // After an error, the library would unpack the stream again itself.
          await new Promise(() => {});
        },
      });
      this.writable = split.writable;
      this.readable = split.readable.pipeThrough(new Native(format)).pipeThrough(count);
    }
  };
}

/** Smaller arrays don't count, because most of them are released soon. */
const smallBytes = 65_536;

function limitArrays<
  Constructor extends { new (length: number): object; readonly BYTES_PER_ELEMENT: number },
>(Type: Constructor): Constructor {
  return new Proxy(Type, {
    construct(target, values: unknown[], newTarget) {
      const [length] = values;
      const bytes = typeof length === 'number' ? length * target.BYTES_PER_ELEMENT : 0;
      if (bytes > smallBytes && !spend(bytes)) throw new RangeError('The page needs too much memory.');
      return Reflect.construct(target, values, newTarget) as object;
    },
  });
}
