// Runs in the sandboxed frame that draws one diagram, after the library. A classic script, because a frame without
// an origin cannot load modules. It gets the source and the colors, and its only output is the message it posts.
(() => {
  const maxTextSize = 20_000;
  const maxEdges = 250;

  /** Returns the parser's message, which is more useful than the library's error image. */
  const failure = (reason, message) => ({ kind: 'failed', reason, message: String(message).slice(0, 200) });

  /** An image must be well-formed and have a size. */
  function asImage(markup) {
    const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg');
    const [, , width = 0, height = 0] = (svg?.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
    if (!svg || !(width > 0) || !(height > 0)) return failure('source', 'The drawing is empty.');
    svg.setAttribute('width', String(width));
    svg.setAttribute('height', String(height));
    svg.style.maxWidth = '';
    const title = svg.querySelector('title')?.textContent ?? '';
    return { kind: 'drawn', svg: new XMLSerializer().serializeToString(svg), width, height, title };
  }

  async function draw({ source, colors, isDark, fontFamily }) {
    const { mermaid } = globalThis;
    if (!mermaid) return failure('load', 'The library is missing.');
    if (source.length > maxTextSize) return failure('size', 'The source is too long.');
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      maxTextSize,
      maxEdges,
      // Labels as text, because not every browser renders HTML labels in an image.
      htmlLabels: false,
      fontFamily,
      theme: 'base',
      themeVariables: { ...colors, darkMode: isDark, fontFamily, fontSize: '15px' },
      // Options that a diagram's own directives can't change.
      secure: [
        'secure',
        'securityLevel',
        'startOnLoad',
        'maxTextSize',
        'maxEdges',
        'suppressErrorRendering',
        'htmlLabels',
        'fontFamily',
        'themeCSS',
        'dompurifyConfig',
      ],
    });
    try {
      const { svg } = await mermaid.render('diagram', source);
      // The library draws this message instead of a diagram that is too large.
      return asImage(svg);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return failure(/too many edges|maximum/i.test(message) ? 'size' : 'source', message);
    }
  }

  addEventListener('message', (event) => {
    const [port] = event.ports;
    if (event.source !== parent || !port) return;
    port.postMessage({ kind: 'loaded' });
    draw(event.data).then(
      (answer) => port.postMessage(answer),
      (error) => port.postMessage(failure('source', error)),
    );
  });
})();
