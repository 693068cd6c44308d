import {
  startVendor,
  type Behavior,
  type FakeVendor,
  type RecordedRequest,
} from '../../../e2e/vendor/vendor.ts';
import { Random } from '../lib/random.ts';

/** One request that reached the vendor, and its response. */
export interface VendorCall {
  readonly token: string;
  readonly text: string;
  /** Whether the vendor sent the whole reply; false if the client disconnected earlier. */
  isAnswered: boolean;
  isOpen: boolean;
}

/** A fake vendor with a different reply each time, so that every stored character can be traced to its call. */
export interface LoggingVendor {
  readonly vendor: FakeVendor;
  readonly callsAbout: (prefix: string) => readonly VendorCall[];
  /** Makes the vendor answer texts that contain this token with `answer()`. */
  readonly answerAbout: (token: string, answer: () => Behavior) => void;
  readonly close: () => Promise<void>;
}

const tokenPattern = /h\d+t\d+/g;

/**
 * Returns the token of the user's last message that has one. A request to continue ends with a message without a token.
 */
function tokenOf({ body }: RecordedRequest): string | null {
  const turns = Array.isArray(body['messages'])
    ? (body['messages'] as readonly Record<string, unknown>[])
    : [];
  const texts = turns.filter(({ role }) => role === 'user').map(({ content }) => String(content));
  return (
    texts
      .findLast((text) => text.match(tokenPattern))
      ?.match(tokenPattern)
      ?.at(-1) ?? null
  );
}

export async function startLoggingVendor(): Promise<LoggingVendor> {
  const vendor = await startVendor();
  const calls: VendorCall[] = [];
  const special = new Map<string, () => Behavior>();
  vendor.always((request): Behavior | undefined => {
    const token = tokenOf(request);
    if (token === null) return undefined;
    const answer = special.get(token);
    if (answer) return answer();
    const number = calls.length + 1;
    const random = new Random(number * 7919);
    // Some replies last longer than several acts, most are short.
    const words = random.chance(0.25) ? 30 + random.below(60) : 2 + random.below(10);
    const text = [
      `c${number}`,
      `${token}.`,
      ...Array.from({ length: words }, (_, word) => `c${number}w${word}`),
    ];
    const call: VendorCall = { token, text: text.join(' '), isAnswered: false, isOpen: true };
    calls.push(call);
    void request.ended.then((how) => {
      call.isAnswered = how === 'answered';
      call.isOpen = false;
    });
    return { kind: 'pace', first: random.below(60), between: 10 + random.below(30), text: call.text };
  });
  return {
    vendor,
    callsAbout: (prefix) => calls.filter(({ token }) => token.startsWith(`${prefix}t`)),
    answerAbout: (token, answer) => void special.set(token, answer),
    close: () => vendor.close(),
  };
}
