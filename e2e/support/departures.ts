import type { Page, Request } from 'playwright/test';

/** One kind of request: where it went, and the names of what it carried. */
export interface Departure {
  readonly origin: string;
  /** Method and path, e.g. `POST /rest/v1/chat_history`; `WS` for what a websocket sends; `GET /*` for files of the app. */
  readonly request: string;
  /** Names in the body; for a file, in its address. */
  readonly fields: readonly string[];
}

/** What a browser fetches to draw a page. */
const fileTypes = ['document', 'font', 'image', 'manifest', 'other', 'script', 'stylesheet'];

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The names in a JSON body; in a list those of all its entries. Anything else is told as what it is. */
function namesIn(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body);
    const entries: unknown[] = Array.isArray(value) ? value : [value];
    const names = entries.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? Object.keys(entry) : ['(value)'],
    );
    return [...new Set(names)].toSorted();
  } catch {
    return ['(not JSON)'];
  }
}

/** Notes everything that a page sends anywhere, from now on; `whole` has it word by word. */
export function recordDepartures(page: Page): {
  readonly seen: () => Departure[];
  readonly whole: () => string;
} {
  const seen = new Map<string, Departure>();
  const whole: string[] = [];
  const note = (method: string, url: URL, fields: readonly string[]) => {
    const request = `${method} ${url.pathname.replaceAll(id, '*')}`;
    seen.set(`${url.origin} ${request} ${fields.join()}`, { origin: url.origin, request, fields });
  };
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    // Data addresses and the app's own objects go nowhere.
    if (!url.protocol.startsWith('http')) return;
    const body = request.postData();
    whole.push(`${url.href} ${JSON.stringify(request.headers())} ${body ?? ''}`);
    const isFile = request.method() === 'GET' && fileTypes.includes(request.resourceType());
    if (isFile) note('GET', new URL('/*', url), [...url.searchParams.keys()]);
    else note(request.method(), url, body ? namesIn(body) : []);
  });
  page.on('websocket', (socket) => {
    const url = new URL(socket.url().replace(/^ws/, 'http'));
    whole.push(url.href);
    note('WS', url, []);
    socket.on('framesent', ({ payload }) => {
      whole.push(String(payload));
      const carried = payloadOf(String(payload));
      if (carried) note('WS', url, namesIn(JSON.stringify(carried)));
    });
  });
  return { seen: () => [...seen.values()], whole: () => whole.join('\n') };
}

/** A frame is a list of reference numbers, topic, event and payload, or an object of the same. */
function payloadOf(frame: string): unknown {
  const value: unknown = JSON.parse(frame);
  return Array.isArray(value) ? value[4] : (value as { readonly payload?: unknown } | null)?.payload;
}

/** What the page "What leaves this device" lists, as a reader finds it there. */
export async function readListed(page: Page): Promise<Omit<Departure, 'origin'>[]> {
  const entries = await page.locator('[data-outgoing]').evaluateAll((items) =>
    items.map((item) => ({
      requests: [...item.querySelectorAll('code')].map(({ textContent }) => textContent ?? ''),
      fields: [...item.querySelectorAll('var')].map(({ textContent }) => textContent ?? ''),
    })),
  );
  return entries.flatMap(({ requests, fields }) => requests.map((request) => ({ request, fields })));
}

/** The kinds of requests that the list does not hold, or whose fields it does not all name. */
export function unlisted(
  departures: readonly Departure[],
  listed: readonly Omit<Departure, 'origin'>[],
  own: string,
): string[] {
  return departures
    .filter(
      ({ origin, request, fields }) =>
        origin !== own ||
        !listed.some(
          (entry) => entry.request === request && fields.every((field) => entry.fields.includes(field)),
        ),
    )
    .map(({ origin, request, fields }) => `${origin} ${request} {${fields.join(', ')}}`);
}
