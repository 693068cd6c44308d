import { PassageIndex } from '../../../../../../shared/passages/passage-index.ts';
import { falseQuotations } from '../../../../../../shared/passages/quotations.ts';
import type { PassageReply, PassageRequest } from './protocol.ts';

/** Returns the function that handles requests in the worker. */
export function servePassages(reply: (message: PassageReply) => void): (request: PassageRequest) => void {
  const index = new PassageIndex();
  return (request) => {
    switch (request.kind) {
      case 'add':
        return index.add(request.file, request.text);
      case 'find':
        return reply({ kind: 'found', passages: index.find(request.question, request.files, request.most) });
      case 'check':
        return reply({ kind: 'checked', quotations: falseQuotations(request.reply, request.sources) });
    }
  };
}
