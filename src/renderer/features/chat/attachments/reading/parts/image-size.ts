export interface ImageHeader {
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/**
 * Reads an image's size and number of frames from its header, because decoding 50,000 × 50,000 pixels would
 * take 10 GB. Returns null if the header is damaged.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const header = readers[kindOf(view)]?.(view);
    return header && header.width > 0 && header.height > 0 ? header : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const textAt = (view: DataView, at: number, length = 4) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));

function kindOf(view: DataView): string {
  if (view.getUint16(0) === 0xffd8) return 'jpeg';
  if (view.getUint32(0) === 0x89504e47) return 'png';
  if (textAt(view, 0, 3) === 'GIF') return 'gif';
  if (textAt(view, 8) === 'WEBP') return 'webp';
  return textAt(view, 4) === 'ftyp' ? 'heif' : '';
}

const readers: Readonly<Record<string, (view: DataView) => ImageHeader | null>> = {
  jpeg(view) {
    for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
      // A marker may be preceded by any number of fill bytes.
      while (view.getUint8(at + 1) === 0xff) at += 1;
      if (view.getUint8(at) !== 0xff) return null;
      const marker = view.getUint8(at + 1);
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
      if (isFrame)
        return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), isAnimated: false };
    }
  },
  png(view) {
    let isAnimated = false;
    for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
      const type = textAt(view, at + 4);
      if (type === 'acTL') isAnimated = view.getUint32(at + 8) > 1;
      if (type === 'IDAT') break;
    }
    return textAt(view, 12) === 'IHDR'
      ? { width: view.getUint32(16), height: view.getUint32(20), isAnimated }
      : null;
  },
  gif(view) {
    return {
      width: view.getUint16(6, true),
      height: view.getUint16(8, true),
      isAnimated: countGifFrames(view) > 1,
    };
  },
  webp(view) {
    const type = textAt(view, 12);
    const still = (width: number, height: number) => ({ width, height, isAnimated: false });
    if (type === 'VP8 ') return still(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    if (type === 'VP8L') {
      const bits = view.getUint32(21, true);
      return still((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    if (type !== 'VP8X') return null;
    const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
    return {
      width: threeBytes(24) + 1,
      height: threeBytes(27) + 1,
      isAnimated: (view.getUint8(20) & 2) === 2,
    };
  },
  heif(view) {
    // The file lists the sizes of its tiles, thumbnail and image. The largest one is the image's.
    let [width, height] = [0, 0];
    const end = Math.min(view.byteLength - 16, heifHeaderBytes);
    for (let at = 4; at < end; at += 1) {
      if (view.getUint32(at) !== 0x69737065) continue;
      width = Math.max(width, view.getUint32(at + 8));
      height = Math.max(height, view.getUint32(at + 12));
    }
    return { width, height, isAnimated: false };
  },
};

const heifHeaderBytes = 262_144;

/** Counts up to two frames, because more make no difference. */
function countGifFrames(view: DataView): number {
  const colorTable = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const afterBlocks = (from: number) => {
    let at = from;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    return at + 1;
  };
  let frames = 0;
  for (let at = 13 + colorTable(view.getUint8(10)); at < view.byteLength && frames < 2;) {
    const mark = view.getUint8(at);
    if (mark === 0x21) at = afterBlocks(at + 2);
    else if (mark === 0x2c) {
      frames += 1;
      if (frames === 2) break;
      const data = at + 10 + colorTable(view.getUint8(at + 9)) + 1;
      // A file that ends within its only frame is still a valid image.
      if (data >= view.byteLength) break;
      at = afterBlocks(data);
    } else break;
  }
  return frames;
}
