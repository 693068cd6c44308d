// Electron's web contents for one page: its frame, URLs and IPC. Controls Chromium through the page's DevTools
// session.
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fromLocalUrl, toLocalUrl } from '../addresses.mjs';
import { rejectMissingMembers } from '../reject-missing.mjs';
import { decode, encode } from '../page/codec.mjs';
import { bindingName, isolatedWorldSource, mainWorldSource, worldName } from '../page/worlds.mjs';
import { preventable } from './app.mjs';
import { answerInvoke } from './ipc.mjs';
import { applyPermissions, defaultSession } from './session.mjs';

let nextId = 1;
const originOf = (url) => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? 'null';

export class WebContents extends EventEmitter {
  id = nextId++;
  session = defaultSession;
  mainFrame = { parent: null, url: '', origin: 'null', frames: [] };
  targetId;
  #cdp;
  #browser;
  #context;
  #isDestroyed = false;
  #openHandler = () => ({ action: 'allow' });
  /** The app itself loads these URLs, so they emit no navigation event. */
  #ownLoads = new Set();
  #ready;

  constructor(preferences, attach) {
    super();
    this.#ready = attach.then(({ browser, cdp, targetId }) =>
      this.#setUp(browser, cdp, targetId, preferences),
    );
  }

  async #setUp(browser, cdp, targetId, { preload }) {
    this.#browser = browser;
    this.#cdp = cdp;
    this.targetId = targetId;
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === worldName && context.auxData.frameId === targetId) this.#context = context.id;
    });
    cdp.on('Runtime.executionContextsCleared', () => (this.#context = undefined));
    cdp.on(
      'Runtime.bindingCalled',
      ({ payload, executionContextId }) => void this.#answer(payload, executionContextId),
    );
    cdp.on('Page.frameNavigated', ({ frame }) => this.#navigated(frame));
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === targetId) this.#moveTo(fromLocalUrl(url));
    });
    cdp.on('Page.domContentEventFired', () => this.emit('dom-ready', {}));
    cdp.on('Page.loadEventFired', () => this.emit('did-finish-load', {}));
    cdp.on('Page.windowOpen', ({ url }) => this.#opened(url));
    cdp.on('Fetch.requestPaused', (request) => void this.#decide(request));
    cdp.on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
    );

    await cdp.send('Page.enable');
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName });
    if (preload) {
      // A sandboxed preload must be CommonJS. Electron reports other preloads only in the console.
      if (!preload.endsWith('.cjs') && !preload.endsWith('.js'))
        throw new Error(`[host] A sandboxed window cannot load ${preload}.`);
      // The order matters. In the context bridge, the page's end must listen before the preload's end connects. Both
      // must be ready before the page's scripts run.
      await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource() });
      await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
        source: isolatedWorldSource(readFileSync(preload, 'utf8')),
        worldName,
      });
    }
    await cdp.send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
    });
    await cdp.send('Runtime.runIfWaitingForDebugger');
  }

  #moveTo(url) {
    this.mainFrame.url = url;
    this.mainFrame.origin = originOf(url);
  }

  #navigated({ id, url }) {
    if (id !== this.targetId) return;
    this.#moveTo(fromLocalUrl(url));
    this.emit('did-navigate', {}, this.mainFrame.url, 200, 'OK');
  }

  /** Emits the navigation events of a document, so that the app can prevent the navigation as in Electron. */
  async #decide({ requestId, request, frameId, redirectedRequestId }) {
    const url = fromLocalUrl(request.url);
    const isMainFrame = frameId === this.targetId;
    const details = preventable({
      url,
      isMainFrame,
      isSameDocument: false,
      frame: isMainFrame ? this.mainFrame : null,
    });
    if (redirectedRequestId) this.emit('will-redirect', details, url, false, isMainFrame);
    else if (!(isMainFrame && this.#ownLoads.delete(url))) {
      this.emit('will-frame-navigate', details);
      if (isMainFrame && !details.defaultPrevented) this.emit('will-navigate', details, url);
    }
    if (details.defaultPrevented)
      return this.#cdp
        .send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        .catch(() => undefined);
    this.emit('did-start-navigation', { ...details });
    if (isMainFrame) await applyPermissions(this.#browser, this, url, originOf(url), originOf(request.url));
    await this.#cdp.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  }

  #opened(url) {
    const { action } = this.#openHandler({
      url: fromLocalUrl(url),
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    });
    if (action !== 'deny')
      throw new Error('[host] Windows opened by pages are not in the test host: deny them.');
  }

  async #answer(payload, contextId) {
    const { id, channel, parameters } = decode(payload);
    const event = {
      type: 'frame',
      sender: this.proxy,
      senderFrame: this.mainFrame,
      frameId: 1,
      processId: this.id,
    };
    let reply;
    try {
      reply = encode({ k: 'reply', id, value: await answerInvoke(event, channel, parameters) });
    } catch (error) {
      reply = encode({ k: 'reply', id, error: String(error) });
    }
    this.#deliver(reply, contextId);
  }

  #deliver(text, contextId) {
    if (contextId === undefined || this.#isDestroyed) return;
    const expression = `__cloverHostReceive(${JSON.stringify(text)})`;
    // If the page has navigated away, nothing waits for the result.
    this.#cdp.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  send = (channel, ...parameters) => {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    this.#deliver(encode({ k: 'event', channel, parameters }), this.#context);
  };

  loadURL = async (url) => {
    await this.#ready;
    this.#ownLoads.add(url);
    const { errorText } = await this.#cdp.send('Page.navigate', { url: toLocalUrl(url) });
    if (errorText) throw new Error(`${errorText} loading '${url}'`);
  };

  setWindowOpenHandler = (handler) => void (this.#openHandler = handler);
  getURL = () => this.mainFrame.url;
  isDestroyed = () => this.#isDestroyed;
  /** The test host has no pointer, so tests replace this function on their page. */
  startDrag = ({ file, icon }) => {
    if (!existsSync(file)) throw new Error(`[host] There is no ${file} to be dragged.`);
    if (!icon) throw new TypeError('[host] A drag needs an icon.');
    throw new Error('[host] There is no pointer: replace startDrag in the test.');
  };
  zoomLevel = 0;
  setZoomLevel = (level) => void (this.zoomLevel = level);
  getZoomFactor = () => 1.2 ** this.zoomLevel;
  reload = () => void this.#cdp.send('Page.reload').catch(() => undefined);
  executeJavaScript = async (code) => {
    const { result, exceptionDetails } = await this.#cdp.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  close = () => void this.#closeTarget();

  async #closeTarget() {
    await this.#ready.catch(() => undefined);
    await this.#browser?.send('Target.closeTarget', { targetId: this.targetId }).catch(() => undefined);
  }

  /** Called when the page is already closed. */
  destroyed() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.emit('destroyed');
  }

  /** The object that the app receives. */
  proxy = rejectMissingMembers('WebContents', this);
}
