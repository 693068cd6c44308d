import { expect, it } from 'vitest';
import { PassageIndex } from './passage-index.ts';

const files = {
  lease:
    'Notice must be given three months before the end of the lease.\fPets need the consent of the landlord.',
  mietvertrag: 'Die Kündigungsfrist beträgt drei Monate.\fHaustiere brauchen die Zustimmung der Vermieterin.',
  contrato:
    'El plazo de preaviso es de tres meses.\fLas mascotas necesitan la autorización de la propietaria.',
  契約: '解約の通知は三か月前までに行う。\fペットを飼うには大家の同意が必要である。',
};
const all = Object.keys(files);

const makeIndex = () => {
  const index = new PassageIndex();
  for (const [file, text] of Object.entries(files)) index.add(file, text);
  return index;
};

it.each([
  ['Do I need consent for a pet?', 'lease', 2],
  ['Wie lang ist die Frist, wenn ich kündigen will?', 'mietvertrag', 1],
  ['¿Puedo tener una mascota sin autorizacion?', 'contrato', 2],
  ['ペットは飼えますか', '契約', 2],
  ['解約はいつまでに通知しますか', '契約', 1],
])('%s is answered by %s, page %i', (question, file, page) => {
  expect(makeIndex().find(question, all, 5)[0]).toMatchObject({ file, page, line: 1 });
});

it('finds only in the given files, and nothing without a common word', () => {
  const index = makeIndex();
  expect(index.find('Pets and consent', ['mietvertrag'], 5)).toEqual([]);
  expect(index.find('', all, 5)).toEqual([]);
  expect(index.find('zzz', all, 5)).toEqual([]);
  expect(new PassageIndex().find('pets', all, 5)).toEqual([]);
});

it('contains a file once', () => {
  const index = makeIndex();
  index.add('lease', files.lease);
  expect(index.find('pets', ['lease'], 5)).toHaveLength(1);
});

it.each([
  'Thanks, that is great!',
  'Vielen Dank, das ist super.',
  '¡Muchas gracias!',
  'Merci, c’est parfait.',
  'Thank you, super!',
  'OK, muchas gracias.',
  'ありがとうございます',
  '谢谢',
])('finds nothing for %s', (thanks) => {
  const index = new PassageIndex();
  index.add(
    'all',
    `${Object.values(files).join('\n')} Thanks that is great. Danke, das ist super. Muchas gracias. Merci. OK. ありがとうございます。谢谢。`,
  );
  expect(index.find(thanks, ['all'], 5)).toEqual([]);
});

it.each([
  ['When was the war?', 'The war began in spring.'],
  ['How did they die?', 'Many soldiers die young.'],
  ['Wann war der Krieg?', 'Der Krieg begann im Frühling.'],
])('does not treat a word as common because it is common in another language: %s', (question, text) => {
  const index = new PassageIndex();
  index.add('history', text);
  expect(index.find(question, ['history'], 5)).toHaveLength(1);
});

it('ignores a word that most chunks have', () => {
  const index = new PassageIndex();
  for (let number = 0; number < 30; number += 1) index.add(`${number}`, `The tenant keeps rule${number}x.`);
  const ids = Array.from({ length: 30 }, (_, number) => `${number}`);
  expect(index.find('tenant', ids, 5)).toEqual([]);
  expect(index.find('tenant rule7x', ids, 5)).toMatchObject([{ file: '7' }]);
});
