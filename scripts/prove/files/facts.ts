/** Sentences of invented contracts, with facts that a reader must find. */
export interface ContractSample {
  readonly language: string;
  readonly lines: readonly string[];
}

export const contractSamples: readonly ContractSample[] = [
  { language: 'English', lines: ['Contract 7413 ends on 31 May 2027.', 'The deposit is 1,250 dollars.'] },
  {
    language: 'German',
    lines: ['Vertrag 8821 läuft bis März 2028.', 'Die Gebühr beträgt 340 Euro für Größe XL.'],
  },
  {
    language: 'French',
    lines: ['Le contrat 5567 expire à Orléans.', 'La caution s’élève à 900 euros, déjà versée.'],
  },
  {
    language: 'Spanish',
    lines: ['El contrato 6602 vence mañana en A Coruña.', 'El depósito es de 780 euros.'],
  },
  { language: 'Polish', lines: ['Umowa 4419 wygasa w Łodzi.', 'Kaucja wynosi 2300 złotych.'] },
  { language: 'Russian', lines: ['Договор 7719 действует в Казани.', 'Залог составляет 54000 рублей.'] },
  { language: 'Greek', lines: ['Η σύμβαση 3321 λήγει στην Αθήνα.', 'Η εγγύηση είναι 610 ευρώ.'] },
  { language: 'Turkish', lines: ['Sözleşme 8810 İzmir şubesinde geçerlidir.', 'Depozito 4500 liradır.'] },
  { language: 'Japanese', lines: ['契約番号2041は東京で有効です。', '保証金は十万円です。'] },
  { language: 'Chinese', lines: ['合同编号三零八五在北京签订。', '押金为两千元人民币。'] },
  { language: 'Korean', lines: ['계약 5512는 서울에서 유효합니다.', '보증금은 백만 원입니다.'] },
  { language: 'Arabic', lines: ['العقد ساري المفعول في القاهرة.', 'قيمة التأمين ألف جنيه.'] },
  { language: 'Hebrew', lines: ['החוזה תקף בתל אביב.', 'הפיקדון הוא אלף שקלים.'] },
  { language: 'Hindi', lines: ['अनुबंध 1998 दिल्ली में मान्य है।', 'जमा राशि दो हज़ार रुपये है।'] },
];
