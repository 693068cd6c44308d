// Runs before the first paint, so that nothing flashes. On the web, each page contains it (vite.prerender.ts), and the
// Content Security Policy allows it by its hash. The keys are those of lib/storage.ts.
(() => {
  const { documentElement: page } = document;
  const read = (name) => localStorage.getItem('clover-' + name);
  const languages = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'zh-CN', 'ar'];
  const { dataset } = page;
  // The desktop app names the system's languages, because its Chromium has only English.
  const known = dataset.systemLanguages ? dataset.systemLanguages.split(',') : navigator.languages;
  // The app's Chinese is Simplified, so readers of Traditional Chinese get another language, unless they also list
  // Simplified. After zh-TW, browsers add zh, which doesn't name a script.
  const isTraditional = (tag) => /^zh-(tw|hk|mo|hant)/i.test(tag);
  const isUnclear = (tag) => /^zh$/i.test(tag) && known.some(isTraditional);
  const tags = known.filter((tag) => !isTraditional(tag) && !isUnclear(tag));
  const find = (tag) => languages.find((language) => language.split('-')[0] === tag.split('-')[0]);
  dataset.language = dataset.browserLanguage = tags.map(find).find(Boolean) || 'en';
  try {
    const language = read('language');
    if (languages.includes(language)) dataset.language = language;
    // Without a choice, CSS follows the system.
    const scheme = read('color-scheme');
    if (scheme === 'light' || scheme === 'dark') page.setAttribute('data-mantine-color-scheme', scheme);
    // The same as in lib/appearance.ts. Without a choice there is no attribute, so that CSS shows the default.
    for (const name of ['density', 'text-size', 'code-theme'])
      if (read(name)) page.setAttribute('data-' + name, read(name));
    // Prerendered pages show Sign In: hide it from users with a session until the app has loaded.
    if (read('session')) dataset.session = '';
  } catch {
    // Storage is forbidden: system scheme, browser's language, no session.
  }
  // Hides what is prerendered in English, if lib/language.ts translates this page. Never for long, because main.tsx may
  // not load.
  if (dataset.language !== 'en' && !/^\/(?:admin|docs)(?:\/|$)/.test(location.pathname)) {
    page.hidden = true;
    setTimeout(() => (page.hidden = false), 5000);
  }
})();

// Before the app handles a form, submitting it would reload the page and lose what was typed.
addEventListener('submit', (event) => event.preventDefault());

// The last resort if the app's script can't be loaded or React has unmounted everything. Plain elements only.
(() => {
  function show(title, text) {
    const root = document.getElementById('root');
    // Prerendered pages are readable without the app.
    if (!root || root.childElementCount > 0) return;
    const box = document.createElement('main');
    box.setAttribute('role', 'alert');
    box.style.cssText =
      'display:grid;place-content:center;justify-items:center;gap:1rem;min-height:90vh;padding:1.5rem;' +
      'font-family:system-ui,sans-serif;text-align:center';
    const add = (name, content, style) => {
      const element = box.appendChild(document.createElement(name));
      element.textContent = content;
      element.style.cssText = style;
      return element;
    };
    add('h1', title, 'margin:0;font-size:1.5rem');
    add('p', text, 'margin:0;max-width:48ch');
    add('button', 'Reload page', 'min-height:2.5rem;padding:0 1rem;font:inherit').onclick = () =>
      location.reload();
    root.appendChild(box);
  }
  addEventListener(
    'error',
    ({ target }) => {
      if (target.type !== 'module') return;
      document.documentElement.hidden = false;
      show("The app couldn't be loaded", 'Check your connection, then reload the page.');
    },
    true,
  );
  addEventListener('clover:stopped', () => {
    show(
      'The app stopped working',
      'An unexpected error occurred. Unsent messages are saved on this device. Reload the page to continue.',
    );
  });
})();
