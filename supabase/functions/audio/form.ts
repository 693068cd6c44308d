const mostFields = 16;
const longestHeader = 1_024;

/**
 * Returns the bytes of a field of a form (multipart/form-data), or null if there is no such field. `formData()` is not
 * used, because it would need a second of processor time for a hostile form of 4 MB.
 */
export function readField(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  name: string,
): Uint8Array<ArrayBuffer> | null {
  const boundary = /^multipart\/form-data;.{0,100}?boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(
    contentType,
  );
  if (!boundary) return null;
  const line = `--${boundary[1] ?? boundary[2]}`;
  // One character for each byte, so that positions in the text are positions in the bytes.
  const text = new TextDecoder('latin1').decode(bytes);
  let at = text.indexOf(line);
  for (let count = 0; at !== -1 && count < mostFields; count += 1) {
    const begin = text.indexOf('\r\n\r\n', at);
    const end = text.indexOf(`\r\n${line}`, begin + 4);
    if (begin === -1 || end === -1 || begin - at > longestHeader) return null;
    const [, found] = /form-data;(?:.*;)?\s*name="([^"]*)"/i.exec(text.slice(at, begin)) ?? [];
    if (found === name) return bytes.subarray(begin + 4, end);
    at = end + 2;
  }
  return null;
}
