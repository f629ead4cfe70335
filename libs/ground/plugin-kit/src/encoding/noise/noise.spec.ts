import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { noiseIn } from './noise.js';

const ENGLISH = `Dear Mr Miller, thank you for your letter of the third of May. We have looked into the matter of the broken
window and agree that the repair should be paid by our insurance. Please send the bill of the glazier to the address
below, together with a picture of the damage. We expect to transfer the amount within two weeks after we have received
it. If anything else is needed from our side, such as a signed statement of the owner, please let us know. With kind
regards, and with our apologies for the trouble that this has caused to you and your neighbours on the ground floor.`;
const GERMAN = `Sehr geehrte Frau Berger, vielen Dank für Ihr Schreiben vom dritten Mai. Wir haben den Vorgang geprüft und
teilen Ihnen mit, dass die Kosten für die Reparatur der Heizung vom Vermieter übernommen werden. Bitte reichen Sie die
Rechnung des Handwerkers bis zum Ende des Monats bei der Verwaltung ein. Der Betrag wird danach innerhalb von zwei
Wochen auf Ihr Konto überwiesen. Sollten Sie noch Fragen haben, erreichen Sie uns von Montag bis Freitag zwischen neun
und sechzehn Uhr unter der bekannten Nummer. Mit freundlichen Grüßen, Ihre Hausverwaltung aus der Gartenstraße.`;
const RUSSIAN = `Уважаемый господин Петров, благодарим вас за письмо от третьего мая. Мы рассмотрели ваш вопрос и сообщаем,
что расходы на ремонт отопления берет на себя владелец дома. Просим передать счет мастера в управление до конца месяца.
После этого деньги будут переведены на ваш счет в течение двух недель. Если у вас есть вопросы, звоните нам в рабочие
дни с девяти до шестнадцати часов.`;
const GREEK = `Αγαπητέ κύριε, σας ευχαριστούμε για το γράμμα σας. Εξετάσαμε το θέμα και σας ενημερώνουμε ότι τα έξοδα για την
επισκευή της θέρμανσης πληρώνει ο ιδιοκτήτης του σπιτιού. Παρακαλούμε να στείλετε τον λογαριασμό μέχρι το τέλος του μήνα.`;
const CHINESE = `尊敬的客户，感谢您的来信。我们已经检查了您的问题，并通知您，暖气的修理费用由房东支付。请在月底之前把工人的账单交给管理处。
之后我们会在两个星期之内把钱转到您的账户。如果您还有问题，请在工作日的上午九点到下午四点之间给我们打电话。`;
const JAPANESE = `お手紙をありがとうございます。ご質問の件を調べましたところ、暖房の修理の費用は大家さんが払うことになりました。
月末までに請求書を管理事務所に送ってください。その後、二週間以内にお客様の口座に振り込みます。ご不明な点がありましたら、お電話ください。`;
const KOREAN = `고객님께, 보내 주신 편지에 감사드립니다. 문의하신 내용을 확인한 결과 난방 수리 비용은 집주인이 부담합니다. 이번 달 말까지
청구서를 관리 사무소에 제출해 주십시오. 그 후 이 주일 안에 고객님의 계좌로 돈을 보내 드리겠습니다.`;
const ARABIC = `السيد المحترم، نشكركم على رسالتكم. لقد درسنا الموضوع ونخبركم بأن تكاليف إصلاح التدفئة يدفعها صاحب البيت. نرجو
إرسال فاتورة العامل إلى الإدارة قبل نهاية الشهر. بعد ذلك يتم تحويل المبلغ إلى حسابكم خلال أسبوعين.`;
const THAI = `เรียนลูกค้า ขอบคุณสำหรับจดหมายของท่าน เราได้ตรวจสอบเรื่องนี้แล้วและขอแจ้งให้ทราบว่าเจ้าของบ้านจะจ่ายค่าซ่อมเครื่องทำความร้อน
กรุณาส่งใบแจ้งหนี้ของช่างให้สำนักงานภายในสิ้นเดือน หลังจากนั้นเราจะโอนเงินเข้าบัญชีของท่านภายในสองสัปดาห์`;
const HEBREW = `לקוח יקר, תודה על המכתב שלך. בדקנו את העניין ואנו מודיעים לך כי בעל הבית משלם את הוצאות התיקון של החימום. נא
לשלוח את החשבון של בעל המלאכה למשרד עד סוף החודש. לאחר מכן נעביר את הכסף לחשבון שלך בתוך שבועיים.`;
const VIETNAMESE = `Kính gửi quý khách, cảm ơn quý khách đã gửi thư. Chúng tôi đã xem xét vấn đề và xin thông báo rằng chủ nhà sẽ trả
chi phí sửa chữa hệ thống sưởi. Xin vui lòng gửi hóa đơn của thợ cho văn phòng trước cuối tháng.`;

const PRICES = Array.from({ length: 60 }, (_, at) => `${1000 + at * 7};${(at * 3.17).toFixed(2)};${at % 9};19,0;EUR`);
const PARTS = Array.from({ length: 60 }, (_, at) => `4FZ${at}-88KD${at * 3} XJ-${at}QW`);
const NAMES = Array.from({ length: 80 }, (_, at) => `img_20${at}_x.jpg\nscan_${at}.xlsx`);
const CODE = `export function sum(xs) { let s = 0; for (const x of xs) s += x; return s; }
const fn = (a, b) => { if (!ctx.ptr) return null; for (let i = 0; i < len; i++) buf[i] ^= key; };`;
const LOG = `2026-05-03T10:11:12.123Z INFO [http] GET /api/v1/users/8f3a2c 200 12ms
2026-05-03T10:11:13.004Z WARN [jobs] retry 3 of 5 after ECONNRESET 10.0.0.7:5432`;

/** The same numbers in every run. */
function numbers(count: number, most: number): number[] {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  });
}

const decoded = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');

/** A text in an encoding of one byte. */
function encoded(text: string, encoding: string): Buffer {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) bytes.set(decoded(Uint8Array.of(byte), encoding), byte);
  return Buffer.from([...text].map((sign) => bytes.get(sign) ?? 0x3f));
}

const ANY = Buffer.from(numbers(1_500, 256));
const PACKED = gzipSync(utf8(ENGLISH + GERMAN + RUSSIAN));

const lines = (text: string, length: number): string => text.replaceAll(new RegExp(`.{${length}}`, 'g'), '$&\n');

function dump(bytes: Buffer, group: RegExp, mark: string): string {
  const rows = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) =>
    bytes.subarray(row * 16, row * 16 + 16),
  );
  const shown = (row: Buffer): string => row.toString('latin1').replaceAll(/[^ -~]/g, '.');
  return rows
    .map(
      (row, at) =>
        `${(at * 16).toString(16).padStart(8, '0')}: ${row.toString('hex').replaceAll(group, '$& ')} ${mark}${shown(row)}${mark}`,
    )
    .join('\n');
}

function uuencoded(bytes: Buffer): string {
  const sign = (six: number): string => (six === 0 ? '`' : String.fromCharCode(32 + six));
  const rows = Array.from({ length: Math.ceil(bytes.length / 45) }, (_, row) =>
    bytes.subarray(row * 45, row * 45 + 45),
  );
  const row = (part: Buffer): string => {
    const bits = [...part].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return sign(part.length) + (bits.match(/.{6}/g) ?? []).map((six) => sign(parseInt(six, 2))).join('');
  };
  return ['begin 644 letter.zip', ...rows.map(row), '`', 'end'].join('\n');
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(five, 2)]).join('');
}

function ascii85(bytes: Buffer): string {
  const groups = Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32BE(at * 4));
  const signs = (value: number): string =>
    [4, 3, 2, 1, 0].map((power) => String.fromCharCode(33 + (Math.floor(value / 85 ** power) % 85))).join('');
  return `<~${lines(groups.map(signs).join(''), 75)}~>`;
}

/** As a font shows it whose letters are `by` places further on. */
const shifted = (text: string, by: number): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + by) % 26) + first);
  });
/** As numbers of glyphs that are taken for those of letters. */
const moved = (text: string, by: number): string =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + by));
const swapped = (text: string, letters: string): string =>
  text.toLowerCase().replaceAll(/[a-z]/g, (letter) => letters[letter.charCodeAt(0) - 97] ?? '');

function wordsOf(letters: string, count = 200): string {
  const [lengths, places] = [numbers(count, 7), numbers(count * 9, letters.length)];
  return lengths
    .map((length, at) =>
      places
        .slice(at * 9, at * 9 + length + 3)
        .map((place) => letters[place])
        .join(''),
    )
    .join(' ');
}

describe('what is a text', () => {
  it.each([
    ['English', ENGLISH],
    ['German', GERMAN],
    ['Russian', RUSSIAN],
    ['Greek', GREEK],
    ['Chinese', CHINESE],
    ['Japanese', JAPANESE],
    ['Korean', KOREAN],
    ['Arabic', ARABIC],
    ['Thai', THAI],
    ['Hebrew', HEBREW],
    ['Vietnamese', VIETNAMESE],
    ['a short note', 'Sehr geehrte Damen und Herren, die Gebühr beträgt 45 Euro.'],
    ['Japanese with English words', 'PDFファイルをメールで送ってください。請求書はWebサイトにあります。'],
    ['Korean with Chinese signs', '대한민국(大韓民國)의 헌법은 국민의 권리를 보장한다. 漢字와 한글을 함께 쓴다.'],
    ['Hindi', 'कृपया संलग्न चालान का भुगतान सात दिनों के भीतर करें। धन्यवाद।'],
    ['Georgian', 'გთხოვთ გადაიხადოთ თანდართული ანგარიში შვიდი დღის განმავლობაში.'],
    ['Armenian', 'Խնդրում ենք վճարել կից հաշիվը յոթ օրվա ընթացքում։ Շնորհակալություն ձեր նամակի համար։'],
    ['Amharic', 'እባክዎን የተያያዘውን ሂሳብ በሰባት ቀናት ውስጥ ይክፈሉ። ስለ ደብዳቤዎ እናመሰግናለን።'],
    ['Russian with Latin names', 'Договор с ООО Siemens и фирмой IBM о поставке серверов HP.'],
    ['Greek letters in formulas', 'Δx = 3 µm, α = 0.5, β = 2π/λ, and the energy ΔE of the state is small.'],
    ['numbers and drawn lines', '┌────┬────┐\n│ 12 │ 13 │\n└────┴────┘'],
    ['pictures of chats', '👍🎉 see you 😀😀'],
    ['a list of prices', PRICES.join('\n')],
    ['a list of part numbers', PARTS.join('\n')],
    ['names of files in an archive', NAMES.join('\n')],
    ['currencies', 'EUR USD GBP CHF JPY AUD CAD NOK SEK DKK PLN CZK HUF BGN RON TRY '.repeat(5)],
    ['source code', CODE],
    ['a log', LOG],
    [
      'words cut short',
      'Schraube M8 verz. DIN 933 VPE 100 Stk Zyl.schr. ISO 4762 kpl. inkl. MwSt. lt. Ang. v. 3.5. zzgl. Vers.',
    ],
    ['a letter with an encoded file in it', `${ENGLISH}\n${uuencoded(PACKED)}`],
    ['a letter behind an encoded file', `${lines(PACKED.toString('base64').repeat(40), 76)}\n\n${GERMAN}`],
    [
      'a field of encoded data between others',
      `{"name":"Anna Berger","city":"Stuttgart","note":"please call back on Monday or later in the week, the office is open until six in the evening","scan":"${PACKED.toString('base64')}"}`,
    ],
    ['a line of one letter', 'x'.repeat(5_000)],
    ['nothing', ''],
  ])('a text is no noise: %s', (_, text) => {
    expect(noiseIn(text)).toBeUndefined();
  });
});

describe('what is no text', () => {
  it.each([
    ['any bytes', ANY.toString('latin1')],
    ['any bytes in windows-1252', decoded(ANY, 'windows-1252')],
    ['any bytes in windows-1251', decoded(ANY, 'windows-1251')],
    ['any bytes in UTF-8', decoded(ANY, 'utf-8')],
    ['a packed file', PACKED.toString('latin1')],
    ['a packed file in KOI8', decoded(PACKED, 'koi8-r')],
    ['a packed file of a Macintosh', decoded(PACKED, 'macintosh')],
    ['a packed file in Big5', decoded(PACKED, 'big5')],
    ['pairs of bytes', ANY.toString('utf16le')],
    ['any characters of 16 bits', String.fromCharCode(...numbers(500, 0xd800))],
  ])('binary content that is shown as text is noise: %s', (_, text) => {
    expect(noiseIn(text)).toBe('unreadable');
  });

  it.each([
    ['Russian as Western European', decoded(encoded(RUSSIAN, 'windows-1251'), 'windows-1252')],
    ['Russian in UTF-8 as Western European', decoded(utf8(RUSSIAN), 'windows-1252')],
    ['Russian in KOI8 as windows-1251', decoded(encoded(RUSSIAN, 'koi8-r'), 'windows-1251')],
    ['Russian in windows-1251 as KOI8', decoded(encoded(RUSSIAN, 'windows-1251'), 'koi8-r')],
    ['Russian of DOS as windows-1251', decoded(encoded(RUSSIAN, 'ibm866'), 'windows-1251')],
    ['Russian in UTF-8 as GBK', decoded(utf8(RUSSIAN), 'gbk')],
    ['Greek as Western European', decoded(encoded(GREEK, 'windows-1253'), 'windows-1252')],
    ['Hebrew as Western European', decoded(encoded(HEBREW, 'windows-1255'), 'windows-1252')],
    ['Arabic in UTF-8 as Western European', decoded(utf8(ARABIC), 'windows-1252')],
    ['Thai as Western European', decoded(encoded(THAI, 'windows-874'), 'windows-1252')],
    ['Chinese in UTF-8 as GBK', decoded(utf8(CHINESE), 'gbk')],
    ['Japanese in UTF-8 as Shift JIS', decoded(utf8(JAPANESE), 'shift_jis')],
    ['Japanese in UTF-8 as Western European', decoded(utf8(JAPANESE), 'windows-1252')],
    ['Korean in UTF-8 as GBK', decoded(utf8(KOREAN), 'gbk')],
    ['English as UTF-16', decoded(utf8(ENGLISH), 'utf-16le')],
    ['German in UTF-16 with its bytes swapped', decoded(Buffer.from(GERMAN, 'utf16le'), 'utf-16be')],
  ])('text in a wrong encoding is noise: %s', (_, text) => {
    expect(noiseIn(text)).toBe('unreadable');
  });

  it.each([
    ['Base64', lines(PACKED.toString('base64'), 76)],
    ['Base64 in one line', PACKED.toString('base64')],
    ['Base64 for addresses', PACKED.toString('base64url')],
    ['Base32', lines(base32(PACKED), 76)],
    [
      'a certificate',
      `-----BEGIN CERTIFICATE-----\n${lines(PACKED.toString('base64'), 64)}\n-----END CERTIFICATE-----`,
    ],
    ['hexadecimal digits', lines(PACKED.toString('hex'), 60)],
    ['pairs of hexadecimal digits', PACKED.toString('hex').replaceAll(/../g, '$& ')],
    ['a dump in groups of four', dump(PACKED, /..../g, '')],
    ['a dump in groups of two', dump(PACKED, /../g, '|')],
    ['uuencode', uuencoded(PACKED)],
  ])('encoded data is noise: %s', (_, text) => {
    expect(noiseIn(text)).toBe('encoded');
  });

  it('encoded data with many signs is noise', () => {
    expect(noiseIn(ascii85(PACKED))).toBeDefined();
  });

  it.each([
    ['by one', shifted(ENGLISH, 1)],
    ['by three', shifted(GERMAN, 3)],
    ['by seven', shifted(ENGLISH, 7)],
    ['by eleven', shifted(GERMAN, 11)],
    ['by twenty', shifted(ENGLISH, 20)],
    ['one sign back', moved(ENGLISH, -1)],
    ['three signs back', moved(GERMAN, -3)],
    ['swapped as on a keyboard', swapped(ENGLISH, 'qwertyuiopasdfghjklzxcvbnm')],
    ['swapped in another way', swapped(GERMAN, 'mnbvcxzlkjhgfdsapoiuytrewq')],
  ])('letters that a font maps to others are noise: %s', (_, text) => {
    expect(noiseIn(text)).toBe('letters');
  });

  it.each([
    ['letters', wordsOf('abcdefghijklmnopqrstuvwxyz')],
    ['capitals', wordsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ')],
    ['consonants', wordsOf('bcdfghjklmnpqrstvwxz')],
    ['keys next to each other', wordsOf('asdfghjklqwert')],
    ['letters and signs', wordsOf('abcdefghijklmnopqrstuvwxyz!#$%&*')],
    ['few words', wordsOf('abcdefghijklmnopqrstuvwxyz', 40)],
  ])('letters by chance are noise: %s', (_, text) => {
    expect(noiseIn(text)).toBe('letters');
  });

  it.each([
    ['of private use', moved(ENGLISH, 0xf000)],
    ['that could not be decoded', ENGLISH.replaceAll(/[a-z]/g, '\ufffd')],
    ['that control devices', ENGLISH.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) % 8))],
    ['that are not assigned', '\u0378\u0379\u0380 ab '.repeat(20)],
    ['of many scripts', String.fromCodePoint(...numbers(500, 0x1500).map((number) => 0x100 + number))],
    ['of all Chinese ones', String.fromCodePoint(...numbers(300, 20_000).map((number) => 0x4e00 + number))],
    ['of all Korean ones', String.fromCodePoint(...numbers(300, 11_000).map((number) => 0xac00 + number))],
  ])('characters that no text has are noise: %s', (_, text) => {
    expect(noiseIn(text)).toBe('unreadable');
  });

  it('a very long text is judged by parts of it', () => {
    const part = `${wordsOf('abcdefghijklmnopqrstuvwxyz', 500)}\n`;
    expect(noiseIn(part.repeat(10_000))).toBe('letters');
  });
});
