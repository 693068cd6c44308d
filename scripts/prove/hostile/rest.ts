import { inOneLine, type Attack } from './target.ts';

/** A text that a backtracking regular expression reads for hours. */
const slowText = `${'a'.repeat(20_000)}c`;

/** The bounded language of REST. */
export const rest: readonly Attack[] = [
  {
    name: 'a regular expression with a back reference over an own row',
    async run(target) {
      const guest = await target.guest();
      await target.chat(guest, slowText);
      return inOneLine(
        await target.call('/rest/v1/chat_messages?select=id&content=match.^(a*?)(a*?)\\1c$', { as: guest }),
      );
    },
    expected: /^400 /,
  },
];
