import { describe, expect, it } from '@jest/globals';
import { encodeAs } from '../../testing/encode-as.js';
import { decodeText } from './decode-text.js';

const GERMAN = 'Sehr geehrte Frau Müller, die Gebühr für die Prüfung beträgt 45 Euro. Schöne Grüße';
const RUSSIAN = 'Уважаемый клиент, ваш счёт за электроэнергию на сумму 1200 рублей приложен.';
const TEXTS: [language: string, text: string, encodings: string[]][] = [
  ['German', GERMAN, ['windows-1252', 'cp850', 'cp437', 'macintosh', 'iso-8859-2', 'cp852']],
  ['a few German words', 'Rechnung für März', ['windows-1252', 'cp850', 'cp437', 'macintosh']],
  ['German capitals', 'RECHNUNG FÜR BÜROMÖBEL', ['windows-1252', 'cp850', 'cp437', 'macintosh']],
  ['German in quotes', 'Überweisung – 1.250,00 € an „Färberei Öl“', ['windows-1252']],
  ['English with typographic signs', 'Don’t pay “now” – it’s 5 £ … at 7 °C', ['windows-1252', 'macintosh']],
  ['French', 'L’été dernier, nous avons reçu à l’hôtel une lettre du maire : où est passée la clé ?', ['windows-1252']],
  ['French of DOS', 'Votre facture a été payée à la réception, le détail est joint.', ['cp850', 'cp437']],
  ['Spanish', 'El señor Muñoz pagó la factura número 7 en Málaga.', ['windows-1252', 'cp850', 'cp437', 'macintosh']],
  [
    'Danish',
    'Kære kunde, din regning på 300 kroner er vedhæftet. Må vi ønske dig en god dag.',
    ['windows-1252', 'cp850'],
  ],
  [
    'Polish',
    'Szanowni Państwo, w załączeniu przesyłam fakturę za sierpień. Proszę o zapłatę w ciągu siedmiu dni.',
    ['windows-1250', 'iso-8859-2', 'cp852'],
  ],
  ['a few Polish words', 'Załącznik do umowy najmu – część druga', ['windows-1250']],
  [
    'Czech',
    'Vážený zákazníku, příloha obsahuje fakturu za měsíc září. Děkujeme, že jste si nás vybrali.',
    ['windows-1250', 'iso-8859-2', 'cp852'],
  ],
  [
    'Hungarian',
    'Tisztelt Ügyfelünk! A számla összege kétezer forint, fizetési határidő: péntek. Köszönjük, hogy időben fizet.',
    ['windows-1250', 'iso-8859-2', 'cp852'],
  ],
  [
    'Turkish',
    'Sayın müşterimiz, faturanız ektedir. Ödeme için teşekkür ederiz, iyi günler dileriz ağabey.',
    ['windows-1254'],
  ],
  [
    'Lithuanian',
    'Gerbiamas kliente, siunčiame sąskaitą už gegužės mėnesį. Ačiū, kad mokate laiku, prašome pasirašyti.',
    ['windows-1257'],
  ],
  ['Russian', RUSSIAN, ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5']],
  ['a few Russian words', 'Договор аренды', ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5']],
  ['Ukrainian', 'Шановний клієнте, ваш рахунок за електроенергію додано. Її сума – сто гривень.', ['windows-1251']],
  ['Greek', 'Αγαπητέ πελάτη, ο λογαριασμός σας επισυνάπτεται.', ['windows-1253']],
  ['Hebrew', 'לקוח יקר, החשבונית שלך מצורפת להודעה זו', ['windows-1255']],
  ['Arabic', 'عزيزي العميل، الفاتورة مرفقة مع هذه الرسالة', ['windows-1256']],
  ['Thai', 'เรียนลูกค้า ใบแจ้งหนี้ของท่านแนบมาพร้อมกับจดหมายนี้', ['windows-874']],
  ['Chinese', '尊敬的客户,您的发票已经附在这封信中。请在七天之内付款。', ['gbk']],
  ['a few Chinese signs', '项目报告', ['gbk']],
  ['Chinese of Taiwan', '親愛的客戶,您的發票已附在這封信中。請在七天之內付款。', ['big5']],
  ['Japanese', 'お客様各位。請求書を添付いたします。ご確認ください。', ['shift_jis', 'euc-jp']],
  ['a few Japanese signs', '請求書', ['shift_jis']],
  ['Korean', '고객님께, 청구서를 첨부합니다. 감사합니다.', ['euc-kr']],
];
const CASES = TEXTS.flatMap(([language, text, encodings]) =>
  encodings.map((encoding) => ({ language, text, encoding })),
);

describe('the characters of a text', () => {
  it.each(CASES)('a text in no named encoding is read: $language in $encoding', ({ text, encoding }) => {
    expect(decodeText(encodeAs(encoding, text))).toBe(text);
  });

  it.each(CASES)('a text in the named encoding is read: $language in $encoding', ({ text, encoding }) => {
    const named = encoding.startsWith('cp') ? undefined : encoding;
    expect(decodeText(encodeAs(encoding, text), { named })).toBe(text);
  });

  it.each([
    ['UTF-8 that is named US-ASCII', Buffer.from(GERMAN), 'us-ascii', GERMAN],
    ['UTF-8 that is named Latin-1', Buffer.from(GERMAN), 'iso-8859-1', GERMAN],
    ['UTF-8 that is named KOI8-R', Buffer.from(RUSSIAN), 'koi8-r', RUSSIAN],
    ['Latin-1 that is named UTF-8', encodeAs('windows-1252', GERMAN), 'utf-8', GERMAN],
    ['Latin-1 that is named US-ASCII', encodeAs('windows-1252', GERMAN), 'us-ascii', GERMAN],
    ['windows-1251 that is named Latin-1', encodeAs('windows-1251', RUSSIAN), 'iso-8859-1', RUSSIAN],
    ['KOI8-R that is named US-ASCII', encodeAs('koi8-r', RUSSIAN), 'us-ascii', RUSSIAN],
    ['KOI8-R that is named windows-1251', encodeAs('koi8-r', RUSSIAN), 'windows-1251', RUSSIAN],
    ['DOS text that is named Latin-1', encodeAs('cp850', GERMAN), 'iso-8859-1', GERMAN],
    [
      'GBK that is named Latin-1',
      encodeAs('gbk', '您的发票已经附在这封信中'),
      'iso-8859-1',
      '您的发票已经附在这封信中',
    ],
    ['text that names an unknown encoding', encodeAs('windows-1252', GERMAN), 'x-unknown-8bit', GERMAN],
    [
      'text of mixed alphabets that is named right',
      encodeAs('windows-1252', 'Ærø, Łódź'.replace('Ł', 'L').replace('ź', 'z')),
      'iso-8859-1',
      'Ærø, Lódz',
    ],
  ])('a wrong name does not spoil a text: %s', (_, bytes, named, text) => {
    expect(decodeText(bytes, { named })).toBe(text);
  });

  it('a text in UTF-8 with a few broken characters is read as UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from(`${GERMAN} `), Buffer.from([0xff]), Buffer.from(` ${GERMAN}`)]);
    expect(decodeText(bytes)).toBe(`${GERMAN} \ufffd ${GERMAN}`);
  });

  it('a text whose first foreign character comes late is read', () => {
    const late = `${'plain words '.repeat(20_000)}${GERMAN}`;
    expect(decodeText(encodeAs('cp850', late))).toBe(late);
  });
});
