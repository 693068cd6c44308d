import type { Page, Request } from 'playwright/test';

/** A kind of request: its destination and the names of its fields. */
export interface OutgoingRequest {
  readonly origin: string;
  /**
   * Method and path, e.g. `POST /rest/v1/chat_history`. `WS /path` means WebSocket messages, `GET /*` for the app's
   * files.
   */
  readonly request: string;
  /** The field names of the body, or of a file's query. */
  readonly fields: readonly string[];
}

/** The types of requests for drawing a page. */
const fileTypes = ['document', 'font', 'image', 'manifest', 'other', 'script', 'stylesheet'];

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Matches the id of a resumable upload. */
const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

/** Returns the field names of a JSON body, or of all entries of a list. Other bodies are reported by kind. */
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

/** Records a page's requests from now on. `fullText` contains them in full. */
export function recordOutgoingRequests(page: Page): {
  readonly list: () => OutgoingRequest[];
  readonly fullText: () => string;
} {
  const kinds = new Map<string, OutgoingRequest>();
  const contents: string[] = [];
  const note = (method: string, url: URL, fields: readonly string[]) => {
    const path = url.pathname.replaceAll(id, '*').replace(token, '*').replace('/*/*', '/*');
    const request = `${method} ${path}`;
    kinds.set(`${url.origin} ${request} ${fields.join()}`, { origin: url.origin, request, fields });
  };
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    // The browser does not send `data:` and `blob:` URLs.
    if (!url.protocol.startsWith('http')) return;
    const body = request.postData();
    contents.push(`${url.href} ${JSON.stringify(request.headers())} ${body ?? ''}`);
    // The text recognizer's files are fetched by the page, because its worker may make no requests.
    const isAsset = fileTypes.includes(request.resourceType()) || url.pathname.startsWith('/assets/');
    const isFile = request.method() === 'GET' && isAsset;
    if (isFile) note('GET', new URL('/*', url), [...url.searchParams.keys()]);
    else note(request.method(), url, body ? namesIn(body) : []);
  });
  page.on('websocket', (socket) => {
    const url = new URL(socket.url().replace(/^ws/, 'http'));
    contents.push(url.href);
    note('WS', url, []);
    socket.on('framesent', ({ payload }) => {
      contents.push(String(payload));
      const content = payloadOf(String(payload));
      if (content) note('WS', url, namesIn(JSON.stringify(content)));
    });
  });
  return { list: () => [...kinds.values()], fullText: () => contents.join('\n') };
}

/**
 * Reads a frame's payload. A frame is a list of reference numbers, topic, event and payload, or an object with these.
 */
function payloadOf(frame: string): unknown {
  const value: unknown = JSON.parse(frame);
  return Array.isArray(value) ? value[4] : (value as { readonly payload?: unknown } | null)?.payload;
}

export async function readListedRequests(page: Page): Promise<Omit<OutgoingRequest, 'origin'>[]> {
  const entries = await page.locator('[data-outgoing]').evaluateAll((items) =>
    items.map((item) => ({
      requests: [...item.querySelectorAll('code')].map(({ textContent }) => textContent ?? ''),
      fields: [...item.querySelectorAll('var')].map(({ textContent }) => textContent ?? ''),
    })),
  );
  return entries.flatMap(({ requests, fields }) => requests.map((request) => ({ request, fields })));
}

/** Finds the requests that are not listed or have unlisted fields. */
export function findUnlistedRequests(
  requests: readonly OutgoingRequest[],
  listed: readonly Omit<OutgoingRequest, 'origin'>[],
  own: string,
): string[] {
  return requests
    .filter(
      ({ origin, request, fields }) =>
        origin !== own ||
        !listed.some(
          (entry) => entry.request === request && fields.every((field) => entry.fields.includes(field)),
        ),
    )
    .map(({ origin, request, fields }) => `${origin} ${request} {${fields.join(', ')}}`);
}
