// Runs before the first paint, so that nothing flashes. A separate file, because the Content Security Policy
// forbids inline scripts. The keys are those of lib/storage.ts.
(function () {
  var page = document.documentElement;
  try {
    // Without a choice, CSS follows the system.
    var choice = localStorage.getItem('clover-color-scheme');
    if (choice === 'light' || choice === 'dark') page.setAttribute('data-mantine-color-scheme', choice);
    // The same as in lib/appearance.ts. Without a choice there is no attribute, so that CSS shows the default.
    ['density', 'text-size', 'code-theme'].forEach(function (name) {
      var chosen = localStorage.getItem('clover-' + name);
      if (chosen) page.setAttribute('data-' + name, chosen);
    });
    // Prerendered pages show Sign In: hide it from users with a session until the app has loaded.
    if (localStorage.getItem('clover-session')) page.setAttribute('data-session', '');
  } catch {
    // Storage is forbidden: system scheme, no session.
  }
})();

// The last resort if the app's script can't be loaded or React has unmounted everything. Plain elements only.
(function () {
  function show(title, text) {
    var root = document.getElementById('root');
    // Prerendered pages are readable without the app.
    if (!root || root.childElementCount > 0) return;
    var box = document.createElement('main');
    box.setAttribute('role', 'alert');
    box.style.cssText =
      'display:grid;place-content:center;justify-items:center;gap:1rem;min-height:90vh;padding:1.5rem;' +
      'font-family:system-ui,sans-serif;text-align:center';
    var heading = box.appendChild(document.createElement('h1'));
    heading.textContent = title;
    heading.style.cssText = 'margin:0;font-size:1.5rem';
    var paragraph = box.appendChild(document.createElement('p'));
    paragraph.textContent = text;
    paragraph.style.cssText = 'margin:0;max-width:48ch';
    var button = box.appendChild(document.createElement('button'));
    button.textContent = 'Reload page';
    button.style.cssText = 'min-height:2.5rem;padding:0 1rem;font:inherit;cursor:pointer';
    button.addEventListener('click', function () {
      location.reload();
    });
    root.appendChild(box);
  }
  addEventListener(
    'error',
    function (event) {
      var element = event.target;
      if (element instanceof HTMLScriptElement && element.type === 'module')
        show("The app couldn't be loaded", 'Check your connection, then reload the page.');
    },
    true,
  );
  addEventListener('clover:stopped', function () {
    show(
      'The app stopped working',
      'An unexpected error occurred. Unsent messages are saved on this device. Reload the page to continue.',
    );
  });
})();
