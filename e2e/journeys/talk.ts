import { expect, type Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo } from '../support/journey.ts';
import type { Place } from '../support/place.ts';

interface SpeechTimes {
  /** The texts that were read aloud, in order. */
  readonly spoken: readonly string[];
  /**
   * For each interruption of the voice: the milliseconds from loud sound at the microphone until the voice was
   * canceled.
   */
  readonly delays: readonly number[];
}

declare global {
  interface Window {
    speechTimes: { spoken: string[]; delays: number[] };
  }
}

/**
 * Adds a fake voice, because the tests' browser has none. Each sentence takes a second. Also measures the time from
 * loud sound at the microphone until the voice is canceled.
 */
export async function addVoice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times = { spoken: [] as string[], delays: [] as number[] };
    window.speechTimes = times;
    let timer = 0;
    let loudAt: number | null = null;
    let isSpeaking = false;
    class Utterance {
      onend: (() => void) | null = null;
      onerror: (() => void) | null = null;
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    const voice = { name: 'Test voice', lang: 'en-US', localService: true, default: true, voiceURI: 'test' };
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => [voice],
      speak: (utterance: Utterance) => {
        times.spoken.push(utterance.text);
        isSpeaking = true;
        timer = window.setTimeout(() => {
          isSpeaking = false;
          utterance.onend?.();
        }, 1_000);
      },
      cancel: () => {
        window.clearTimeout(timer);
        if (isSpeaking && loudAt !== null) times.delays.push(performance.now() - loudAt);
        isSpeaking = false;
      },
    });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    const read = AnalyserNode.prototype.getFloatTimeDomainData;
    AnalyserNode.prototype.getFloatTimeDomainData = function measure(samples) {
      read.call(this, samples);
      const isLoud = samples.some((sample) => Math.abs(sample) > 0.1);
      loudAt = isLoud ? (loudAt ?? performance.now()) : null;
    };
  });
}

const timesOf = (page: Page): Promise<SpeechTimes> => page.evaluate(() => window.speechTimes);

/**
 * Using only the keyboard: reads where the recorded voice is sent, and starts talking. Speech from the microphone is
 * sent as a message. The reply is read aloud while it is written, and stops when the user speaks again.
 */
export async function talk({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const host = new URL(vendor.url).host;
  const text = Array.from({ length: 60 }, (_, index) => `This is sentence ${index + 1}.`).join(' ');
  const earlier = callsTo(vendor).length;
  vendor.always({ kind: 'pace', between: 100, text });
  await page.getByRole('button', { name: `Talk (sent to ${host})` }).press('Enter');
  const panel = page.getByRole('region', { name: 'Talk' });
  await expect(panel).toContainText(`Your voice is sent to ${host}`);
  const start = panel.getByRole('button', { name: 'Start talking' });
  await expect(start).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'End' })).toBeFocused();
  await expect(chat.message('Hello from the microphone.').first()).toBeVisible();
  await expect(panel.getByText('Reading the reply aloud. Speak to interrupt it.')).toBeVisible();
  await expect(panel.getByText('This is sentence 1.')).toBeVisible();
  // The user speaks again: the reply is stopped, and another message is sent.
  await expect(chat.message('Hello from the microphone.')).toHaveCount(2);
  const first = callsTo(vendor)
    .slice(earlier)
    .find(({ body }) => body['stream'] === true);
  expect(await first?.ended).toBe('left');
  const { spoken, delays } = await timesOf(page);
  expect(spoken[0]).toBe('This is sentence 1.');
  expect(spoken).not.toContain('This is sentence 60.');
  expect(delays[0]).toBeLessThan(150);
  await expect(chat.message('This is sentence 1.')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(chat.input).toBeFocused();
  await chat.stop.click();
  await chat.replyEnds();
}
