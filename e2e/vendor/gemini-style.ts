import type { ChatStyle } from './chat.ts';
import type { Reply } from './reply.ts';

const reasons: Readonly<Record<string, string>> = { stop: 'STOP', length: 'MAX_TOKENS' };

function responseOf(parts: readonly unknown[], reply?: Reply) {
  return {
    candidates: [
      {
        content: { parts, role: 'model' },
        index: 0,
        ...(reply && { finishReason: reasons[reply.finishReason] ?? reply.finishReason }),
      },
    ],
    ...(reply && {
      usageMetadata: {
        promptTokenCount: reply.promptTokens,
        candidatesTokenCount: reply.completionTokens,
        totalTokenCount: reply.promptTokens + reply.completionTokens,
      },
    }),
    modelVersion: 'gemini-2.5-flash',
  };
}

/** Gemini's `generateContent` and `streamGenerateContent`. */
export const geminiStyle: ChatStyle = {
  isStreaming: ({ path }) => path.includes(':streamGenerateContent'),
  whole: (_, reply) =>
    responseOf(
      [
        ...(reply.reasoning === '' ? [] : [{ text: reply.reasoning, thought: true }]),
        ...(reply.text === '' ? [] : [{ text: reply.text }]),
      ],
      reply,
    ),
  wholeError: (error) => ({ error }),
  wrongShape: { candidates: 'none' },
  stream: () => ({
    frame: (event) => `data: ${JSON.stringify(event)}\r\n\r\n`,
    begin: [],
    thought: (text) => responseOf([{ text, thought: true }]),
    piece: (text) => responseOf([{ text }]),
    end: (reply) => [responseOf([{ text: '' }], reply)],
    error: (error) => ({ error }),
    wrongShape: { candidates: 'none' },
  }),
};
