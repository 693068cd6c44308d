// Runs before the first paint, so that a chosen scheme never flashes the other one. A file of its own, because the
// content security policy allows no inline script. Without a choice the system decides, in CSS alone.
(function () {
  try {
    var choice = localStorage.getItem('clover-color-scheme');
    if (choice === 'light' || choice === 'dark') {
      document.documentElement.setAttribute('data-mantine-color-scheme', choice);
    }
  } catch {
    // Storage is forbidden: the system's scheme it is.
  }
})();
