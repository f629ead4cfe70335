import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, languageOf } from './language.js';
import { foldWords } from './words.js';

const TEXTS: [language: string, text: string][] = [
  ['de', 'Sehr geehrte Frau Weber, wir haben Ihre Zahlung nicht erhalten und bitten Sie, den Betrag zu überweisen.'],
  [
    'en',
    'Dear Ms Weber, we have not received your payment and would ask you to transfer the amount by the end of May.',
  ],
  ['fr', 'Madame, nous vous remercions pour votre commande, qui est livrée avec la facture dans les trois jours.'],
  ['es', 'Estimada señora, le enviamos la factura del mes de mayo por los servicios que usted ha contratado.'],
  [
    'it',
    'Gentile signora, le inviamo la fattura del mese di maggio per i servizi che sono stati forniti alla sua azienda.',
  ],
  ['pt', 'Prezada senhora, enviamos a fatura do mês de maio para os serviços que não foram pagos pela sua empresa.'],
  [
    'nl',
    'Geachte mevrouw, wij hebben uw betaling niet ontvangen en vragen u het bedrag voor het einde van de maand te betalen.',
  ],
  ['sv', 'Bästa kund, vi har inte fått din betalning och ber att du betalar fakturan till oss före den sista maj.'],
  ['da', 'Kære kunde, vi har ikke modtaget din betaling og beder dig om at betale regningen af maj efter aftalen.'],
  ['no', 'Kjære kunde, vi har ikke mottatt betalingen din og ber deg om å betale fakturaen av mai etter avtalen.'],
  ['fi', 'Hyvä asiakas, emme ole saaneet maksua, joka on tai oli sovittu, ja se on maksettava niin kuin lasku sanoo.'],
  ['pl', 'Szanowna Pani, nie otrzymaliśmy płatności za fakturę, która jest do zapłaty przez Panią oraz firmę.'],
  ['tr', 'Sayın müşterimiz, bu fatura için ödeme ve belgeler bir ay kadar sonra gönderilecek, daha fazla bilgi ile.'],
  [
    'ru',
    'Уважаемый клиент, мы не получили оплату за май и просим вас оплатить счёт до конца месяца, как это указано в договоре.',
  ],
  ['el', 'Αγαπητή κυρία, σας στέλνουμε το τιμολόγιο'],
  ['ja', '請求書をお送りします。ご確認ください。'],
  ['zh', '请在收到发票后三十天内付款。谢谢您的合作与支持。'],
  ['ko', '계약서를 확인하고 서명해 주세요'],
  ['th', 'กรุณาชำระค่าเช่าภายในวันที่'],
];

describe('languageOf', () => {
  it.each(TEXTS)('knows a text in the language %s', (language, text) => {
    expect(languageOf(foldWords(text))).toBe(language);
    expect(LANGUAGES).toContain(language);
  });

  it.each(['', '4711 0815 12.50', 'Invoice', 'ACME GmbH & Co. KG', 'µg Ω 5 10 20 30', 'a b c'])(
    'a text without sentences has no language: %j',
    (text) => {
      expect(languageOf(foldWords(text))).toBe('und');
    },
  );

  it('looks at the beginning of a long text', () => {
    const [german, english] = [TEXTS[0]?.[1] ?? '', TEXTS[1]?.[1] ?? ''];
    expect(languageOf(foldWords(`${`${german} `.repeat(150)}${`${english} `.repeat(1_000)}`))).toBe('de');
  });
});
