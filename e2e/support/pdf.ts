/** Creates a PDF with one line of text on each page. */
export function pdf(pages: readonly string[]): Buffer {
  const objects = pages.flatMap((text, index) => {
    const drawn = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
    return [
      `${10 + 2 * index} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${11 + 2 * index} 0 R/Resources<</Font<</F1 3 0 R>>>>>> endobj`,
      `${11 + 2 * index} 0 obj <</Length ${drawn.length}>> stream\n${drawn}\nendstream endobj`,
    ];
  });
  const kids = pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ');
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
      `2 0 obj <</Type/Pages/Kids[${kids}]/Count ${pages.length}>> endobj`,
      '3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj',
      ...objects,
      'trailer <</Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
  );
}
