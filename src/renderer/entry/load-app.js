// Prerendered pages contain this script (vite.prerender.ts). It loads the app at the first interaction, because until
// then the page works without it: it can be read, links work and collapsed parts open. The app's files are in a
// template, so that the browser doesn't load them earlier.
(() => {
  const page = document.documentElement;
  const template = document.getElementById('app');
  const interactions =
    'pointerdown pointermove keydown focusin scroll input change click storage pageshow'.split(' ');
  /** What the user did before the app could react, with one event for each control. */
  const events = new Map();
  let isStarted = false;
  let hasText = false;

  const run = () => {
    // A copy, because a script that has failed can't run again.
    const script = template.content.querySelector('script').cloneNode();
    script.addEventListener('error', () => void onFailure(script));
    document.head.append(script);
  };
  function start() {
    if (isStarted) return;
    isStarted = true;
    document.head.append(...template.content.querySelectorAll('link'));
    // Unlike a script in the HTML, this one may run before the page is complete.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run);
    else run();
  }

  /** The control that the event is for, if the page doesn't react to it by itself. */
  function controlOf({ type, target, key, ctrlKey, metaKey, shiftKey }) {
    if (type === 'keydown') return /^(?:Arrow|Home|End)/.test(key) && target.closest('button');
    if (type !== 'click' || ctrlKey || metaKey || shiftKey) return null;
    // Following a link now would lose the typed text.
    return target.closest('button, label, [type=radio]') || (hasText && target.closest('a'));
  }

  function onInteraction(event) {
    const { type, target } = event;
    // Chromium reports a resting pointer as a movement when the page loads.
    if (type === 'pointermove' && !event.movementX && !event.movementY) return;
    // Only a page that returns from the back/forward cache counts: the event also fires on every load.
    if (type === 'pageshow' && !event.persisted) return;
    start();
    if (!(target instanceof Element)) return;
    if (type === 'input') hasText ||= target.matches('[type=search], input:not([type])');
    const control = controlOf(event);
    if (!control) return;
    event.preventDefault();
    event.stopPropagation();
    events.set(control, event);
  }

  function finish() {
    for (const type of interactions) removeEventListener(type, onInteraction, true);
    for (const [control, event] of events) control.dispatchEvent(new event.constructor(event.type, event));
    events.clear();
  }

  for (const type of interactions) addEventListener(type, onInteraction, true);
  // The page's components handle events from now on (lib/app-ready.ts).
  addEventListener('clover:ready', finish);

  async function onFailure(script) {
    finish();
    script.remove();
    addEventListener('online', run, { once: true });
    // If the page is outdated, reload it once (as in lib/version.ts), but never if the user has typed text.
    const file = script.getAttribute('src');
    if (hasText || sessionStorage.getItem('clover-reloaded') === file) return;
    const options = { cache: 'no-cache', headers: { accept: 'text/html' } };
    const response = await fetch('/chat?version', options).catch(() => null);
    const html = response?.ok ? await response.text() : '';
    if (!html.includes('type="module"') || html.includes(`"${file}"`)) return;
    sessionStorage.setItem('clover-reloaded', file);
    location.reload();
  }

  // The prerendered page fits only visitors without a session who read English and have not chosen a color scheme.
  const { session, language } = page.dataset;
  const isPrerendered = location.pathname === template.dataset.path && !location.search;
  if (!isPrerendered || session !== undefined || language !== 'en' || page.dataset.mantineColorScheme)
    start();
})();
