/** In bytes: five minutes of speech as browsers record it, or two minutes of uncompressed WAV. */
export const maxRecordingBytes = 4 * 1_048_576;
export const maxRecordingSeconds = 300;

/** Speech to turn into text. */
export interface Recording {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Determined from the first bytes, not from the sender's content type. */
  readonly type: string;
  /** Vendors determine the format from the extension. */
  readonly name: string;
}

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** The formats that browsers record, and WAV. */
const formats = [
  {
    type: 'audio/webm',
    extension: 'webm',
    fits: (bytes: Uint8Array) => ascii(bytes, 0, 4) === '\x1aE\xdf\xa3',
  },
  { type: 'audio/ogg', extension: 'ogg', fits: (bytes: Uint8Array) => ascii(bytes, 0, 4) === 'OggS' },
  { type: 'audio/mp4', extension: 'mp4', fits: (bytes: Uint8Array) => ascii(bytes, 4, 4) === 'ftyp' },
  {
    type: 'audio/wav',
    extension: 'wav',
    fits: (bytes: Uint8Array) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WAVE',
  },
] as const;

/** Returns null if the format is unknown. */
export function readRecording(bytes: Uint8Array<ArrayBuffer>): Recording | null {
  const format = formats.find(({ fits }) => fits(bytes));
  return format ? { bytes, type: format.type, name: `speech.${format.extension}` } : null;
}
