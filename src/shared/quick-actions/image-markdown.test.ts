import { expect, it } from 'vitest';
import { imageMarkdown } from './image-markdown.ts';

const id = '33333333-3333-4333-8333-333333333333';
const url = `https://service.example/functions/v1/images/${id}`;

it('contains only our path, without the host', () => {
  expect(imageMarkdown(url, 'A fox')).toBe(`![A fox](/functions/v1/images/${id})`);
  expect(
    imageMarkdown(url.toUpperCase().replace('/FUNCTIONS/V1/IMAGES', '/functions/v1/images'), 'A fox'),
  ).toBe(`![A fox](/functions/v1/images/${id})`);
});

it.each([
  'https://service.example/functions/v1/images/../../etc',
  `${url}?to=x`,
  `${url}/more`,
  'javascript:alert(1)',
  '',
])('refuses %j, which is not one of our images', (address) => {
  expect(() => imageMarkdown(address, 'A fox')).toThrow('not the URL');
});

it("escapes a description that would end the image's markup", () => {
  const hostile = 'fox](https://evil.example/x.png) `[a\n\nb\\] $x$ <https://evil.example>';
  expect(imageMarkdown(url, hostile)).toBe(
    `![fox)(https://evil.example/x.png) (a b ) x ‹https://evil.example›](/functions/v1/images/${id})`,
  );
});

it('cuts a long description', () => {
  expect(imageMarkdown(url, 'ü'.repeat(500))).toContain(`${'ü'.repeat(200)}…]`);
});
