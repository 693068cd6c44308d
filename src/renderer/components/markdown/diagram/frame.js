// Runs inside the sandboxed frame that draws one diagram, after the library. A classic script, because a frame without
// an origin of its own may not fetch modules. It knows nothing but the source and the colours it is given, and its
// only way out is the answer it posts.
(() => {
  const maxTextSize = 20_000;
  const maxEdges = 250;

  /** The mistake in the reader's own words is worth more than a picture of a bomb. */
  const failure = (reason, message) => ({ kind: 'failed', reason, message: String(message).slice(0, 200) });

  /** The drawing as an image needs it: well-formed, with a size of its own. */
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

  async function draw({ source, colours, isDark, fontFamily }) {
    const { mermaid } = globalThis;
    if (!mermaid) return failure('load', 'The library is missing.');
    if (source.length > maxTextSize) return failure('size', 'The source is too long.');
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      maxTextSize,
      maxEdges,
      // Text as text: labels made of HTML are not drawn everywhere in an image.
      htmlLabels: false,
      fontFamily,
      theme: 'base',
      themeVariables: { ...colours, darkMode: isDark, fontFamily, fontSize: '15px' },
      // What a diagram's own directives may not change.
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
      // The library draws the words "Maximum text size exceeded" in place of what is too large.
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
