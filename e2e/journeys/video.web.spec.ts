import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import {
  findUnlistedRequests,
  readListedRequests,
  recordOutgoingRequests,
} from '../support/outgoing-requests.ts';
import { sampleVideo } from '../support/sample-video.ts';
import { sendVideo } from './video.ts';
import { allowDictation } from './voice.ts';

test.beforeAll(async ({ admin, vendor }) => {
  await connectVendor(admin, vendor);
  await allowDictation(admin);
});

for (const width of [1440, 390])
  test(
    `frames of a video and its transcript reach the vendor, at ${width} px`,
    { tag: width === 390 ? '@long' : [] },
    async ({ place, page, service, problems }) => {
      await page.setViewportSize({ width, height: 844 });
      const outgoing = recordOutgoingRequests(page);
      await enterAsGuest(page);
      await sendVideo(place);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const seen = outgoing.list();
      await page.goto('/privacy#leaves');
      expect(findUnlistedRequests(seen, await readListedRequests(page), service.url)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

test('a video without a length and a damaged one are read or refused in a sentence', async ({ page }) => {
  await enterAsGuest(page);
  const recorded = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => void chunks.push(data);
    const stopped = new Promise((resolve) => void (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      if (context) context.fillStyle = frame < 10 ? 'red' : 'blue';
      context?.fillRect(0, 0, 64, 64);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    return Array.from(new Uint8Array(await new Blob(chunks).arrayBuffer()));
  });
  await page.locator('input[type=file]').setInputFiles([
    { ...sampleVideo, name: 'recorded.webm', buffer: Buffer.from(recorded) },
    { ...sampleVideo, name: 'cut.webm', buffer: sampleVideo.buffer.subarray(0, 300) },
    { ...sampleVideo, name: 'sound.mp4', buffer: Buffer.from('\0\0\0\x18ftypisom and nothing else') },
  ]);
  const chips = page.getByRole('region', { name: 'Attached files' });
  await expect(chips.getByRole('button', { name: /^Open recorded 0-0\d\.jpg$/ }).first()).toContainText(
    'No sound was found in the video.',
  );
  await expect(chips.getByText("This browser can't play this video.")).toHaveCount(2);
});
