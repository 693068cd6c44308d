export const videoLimits = {
  /** The browser reads a video in parts, so the whole file is never in memory. */
  fileBytes: 1_073_741_824,
  seconds: 3_600,
  /** The time for choosing and drawing all frames (ms). */
  milliseconds: 60_000,
  /** The time for finding one frame (ms). A damaged video may never show it. */
  stepMilliseconds: 10_000,
  frames: 8,
  /** In pixels. Vendors charge for pixels, and a message has several frames. */
  frameSide: 1_024,
  /** How many frames of the video are compared. */
  candidates: 32,
  /** The minimum time between two compared frames (s). */
  candidateGap: 0.25,
  /** Browsers decode the whole sound in one step: ten minutes in stereo take about 230 MB, in addition to the file. */
  soundSeconds: 600,
  soundFileBytes: 100 * 1_048_576,
} as const;
