type Body = Readonly<Record<string, unknown>>;

/** Returns each input's length as its embedding, so that tests can distinguish embeddings. */
export function embeddingsOf(body: Body) {
  const inputs = [body['input']].flat();
  const embed = (input: unknown) => [String(input).length, 0.5];
  const toBase64 = (numbers: readonly number[]) =>
    Buffer.from(new Float32Array(numbers).buffer).toString('base64');
  const isBase64 = body['encoding_format'] === 'base64';
  return {
    object: 'list',
    model: body['model'],
    data: inputs.map((input, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64 ? toBase64(embed(input)) : embed(input),
    })),
    usage: { prompt_tokens: inputs.length, total_tokens: inputs.length },
  };
}
