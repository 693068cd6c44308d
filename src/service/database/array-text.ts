/** Reads and writes PostgreSQL's text form of arrays, `{1,2,{"a b",NULL}}`. */

type Parse = (text: string) => unknown;
type Serialize = (value: never) => string;

/** Makes the parser of an array out of that of its elements. */
export function arrayParser(parse: Parse): (text: string) => unknown[] {
  return (text) => {
    // Bounds that do not begin at 1 are written in front: [0:1]={1,2}
    let at = text.indexOf('{');

    function element(): unknown {
      if (text[at] === '{') return list();
      if (text[at] !== '"') {
        const start = at;
        while (text[at] !== ',' && text[at] !== '}') at += 1;
        const plain = text.slice(start, at);
        return plain === 'NULL' ? null : parse(plain);
      }
      let quoted = '';
      for (at += 1; text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        quoted += text[at];
      }
      at += 1;
      return parse(quoted);
    }

    function list(): unknown[] {
      const values: unknown[] = [];
      at += 1;
      while (text[at] !== '}') {
        values.push(element());
        if (text[at] === ',') at += 1;
      }
      at += 1;
      return values;
    }

    return list();
  };
}

/** Makes the serializer of an array out of that of its elements; text is taken as the array's own text. */
export function arraySerializer(serialize: Serialize): (value: unknown) => string {
  const write = (value: unknown): string => {
    if (value === null || value === undefined) return 'NULL';
    if (Array.isArray(value)) return `{${value.map(write).join(',')}}`;
    return `"${serialize(value as never).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  };
  return (value) => (Array.isArray(value) ? write(value) : String(value));
}
