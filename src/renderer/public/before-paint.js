// Runs before the first paint, so that nothing flashes. A file of its own, because the content security policy allows
// no inline script. The keys are those of lib/storage.ts.
(function () {
  var page = document.documentElement;
  try {
    // Without a choice the system decides, in CSS alone.
    var choice = localStorage.getItem('clover-color-scheme');
    if (choice === 'light' || choice === 'dark') page.setAttribute('data-mantine-color-scheme', choice);
    // A page drawn at the build shows the visitor's ways in: whoever has a session must not see them meanwhile.
    if (localStorage.getItem('clover-session')) page.setAttribute('data-session', '');
  } catch {
    // Storage is forbidden: the system's scheme, and a visitor.
  }
})();
