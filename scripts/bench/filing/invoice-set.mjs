// The labelled set of amounts and numbers: invoices and what is like them in the languages of invoice-languages.mjs, with
// what a person would type into the properties. A field that a document does not have is missing in `expected`.
import { LANGUAGES } from './invoice-languages.mjs';
import { numbers } from './random-numbers.mjs';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2016, 0, 1);
const DAYS = 3_600;
const NATIONAL = { DE: 18, ES: 20, FR: 23, PT: 21, PL: 24, SE: 20, DK: 14, NO: 11, FI: 14, CZ: 20 };
const WITH_LETTERS = { GB: ['NWBK', 14], NL: ['ABNA', 10], IT: ['X', 22] };

const two = (number) => String(number).padStart(2, '0');
const isoDay = (time) => new Date(time).toISOString().slice(0, 10);

function ibanOf(country, below) {
  const [letters, digits] = WITH_LETTERS[country] ?? ['', NATIONAL[country]];
  const national = letters + Array.from({ length: digits }, () => below(10)).join('');
  const asDigits = [...`${national}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `${country}${two(98 - Number(BigInt(asDigits) % 97n))}${national}`;
}

function writer(name, number, isHeldOut) {
  const words = LANGUAGES[name];
  const below = numbers(number * 6_151 + 7);
  const time = FIRST_DAY + below(DAYS) * DAY_MS;
  const cents = 1_000 + below(400_000);
  const hasSign = below(2) === 0;
  const currency = hasSign ? words.sign : words.currency;
  const plain = (value) => {
    const [whole, part] = (value / 100).toFixed(2).split('.');
    return whole.replaceAll(/\B(?=(?:\d{3}){1,3}$)/g, words.group) + words.point + part;
  };
  const pick = (key) => words[key][isHeldOut ? 1 : 0];
  const groups = (iban) => (below(2) === 0 ? iban : iban.replaceAll(/(.{4})(?=.)/g, '$1 '));
  const [own, other] = [ibanOf(words.country, below), ibanOf(words.country, below)];
  return {
    ...{ words, below, time, cents, pick, plain, own, other },
    money: (value) => (words.signFirst ? `${currency} ${plain(value)}` : `${plain(value)} ${currency}`),
    iban: groups(own),
    otherIban: groups(other),
    day(days) {
      const date = new Date(time + days * DAY_MS);
      const parts = { YYYY: date.getUTCFullYear(), D: date.getUTCDate(), M: date.getUTCMonth() + 1 };
      return words.form.replaceAll(/YYYY|DD|MM|D|M/g, (part) => {
        return part.length === 2 ? two(parts[part[0]]) : String(parts[part]);
      });
    },
    invoiceNumber: [
      `RE-${below(900) + 100}/${two(below(99))}`,
      `${20_250_000 + below(9_000)}`,
      `F${below(90_000) + 10_000}`,
    ][below(3)],
    customerNumber: [`${100_000 + below(900_000)}`, `K-${below(90_000) + 10_000}`][below(2)],
    all: (days) => ({
      amount: cents / 100,
      currency: words.currency,
      ...(days !== undefined && { dueDate: isoDay(time + days * DAY_MS) }),
      iban: own,
    }),
  };
}

const net = (cents) => Math.round(cents / 1.2);

/** Columns as a text layer has them: each as wide as its longest cell, with two spaces between. */
function columns(...rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

const LAYOUTS = {
  'labels in front': (w) => ({
    expected: { ...w.all(14), invoiceNumber: w.invoiceNumber, customerNumber: w.customerNumber },
    lines: [
      'Nordwind & Co',
      w.words.invoice,
      `${w.pick('invoiceNumber')}: ${w.invoiceNumber}`,
      `${w.pick('customerNumber')}: ${w.customerNumber}`,
      `${w.words.date}: ${w.day(0)}`,
      '',
      `Modul A 3000   2   ${w.plain(net(w.cents))}`,
      `${w.words.subtotal}: ${w.money(net(w.cents))}`,
      `${w.words.tax}: ${w.money(w.cents - net(w.cents))}`,
      `${w.pick('total')}: ${w.money(w.cents)}`,
      `${w.pick('due')}: ${w.day(14)}`,
      `${w.words.payee}: IBAN ${w.iban}`,
    ],
  }),
  'labels above values': (w) => ({
    expected: { ...w.all(30), invoiceNumber: w.invoiceNumber, customerNumber: w.customerNumber },
    lines: [
      `Orbis GmbH  ${w.words.phone} 0${1_000 + w.below(9_000)}/${10_000 + w.below(90_000)}`,
      w.words.invoice.toUpperCase(),
      ...columns(
        [w.pick('invoiceNumber'), w.pick('customerNumber'), w.words.date, w.pick('due')],
        [w.invoiceNumber, w.customerNumber, w.day(0), w.day(30)],
      ),
      '',
      ...columns(
        ['', w.words.net, w.words.tax, w.words.gross],
        ['A', w.money(net(w.cents)), w.money(w.cents - net(w.cents)), w.money(w.cents)],
      ),
      `IBAN: ${w.iban}`,
    ],
  }),
  'values on lines of their own': (w) => ({
    expected: { ...w.all(21), invoiceNumber: w.invoiceNumber, customerNumber: w.customerNumber },
    lines: [
      w.words.invoice,
      `${w.pick('invoiceNumber')}:`,
      w.invoiceNumber,
      `${w.pick('customerNumber')}:`,
      w.customerNumber,
      `${w.words.date}:`,
      w.day(0),
      `${w.pick('due')}:`,
      w.day(21),
      `${w.words.subtotal}:`,
      w.money(net(w.cents)),
      `${w.pick('total')}:`,
      w.money(w.cents),
      'IBAN:',
      w.iban,
    ],
  }),
  'a term from the date of the invoice': (w) => ({
    expected: { ...w.all(30), invoiceNumber: w.invoiceNumber },
    lines: [
      'Helios Werkstatt',
      `${w.pick('invoiceNumber')} ${w.invoiceNumber}`,
      `${w.words.date} ${w.day(0)}`,
      `${w.words.delivery} ${w.day(-3)}`,
      `${w.words.gross} ${w.money(w.cents)}`,
      w.words.ofInvoice.replace('{}', '30'),
      `${w.words.payee}: ${w.iban}`,
    ],
  }),
  'a term from the receipt of the goods': (w) => ({
    expected: { ...w.all(), invoiceNumber: w.invoiceNumber },
    lines: [
      'Helios Werkstatt',
      `${w.pick('invoiceNumber')} ${w.invoiceNumber}`,
      `${w.words.date} ${w.day(0)}`,
      `${w.words.gross} ${w.money(w.cents)}`,
      w.words.ofReceipt.replace('{}', '14'),
      `IBAN ${w.iban}`,
    ],
  }),
  'the account of the payer': (w) => ({
    expected: { amount: w.cents / 100, currency: w.words.currency, iban: w.below(3) > 0 ? w.own : undefined },
    lines(expected) {
      return [
        'Stadtnetz AG',
        w.words.invoice,
        `${w.pick('total')}: ${w.money(w.cents)}`,
        `${w.words.payer} ${w.otherIban}.`,
        ...(expected.iban ? ['', `Stadtnetz AG, Example 1 | ${w.words.vatId} 123456789 | IBAN ${w.iban}`] : []),
      ];
    },
  }),
  'a receipt': (w) => ({
    expected: { amount: w.cents / 100, currency: w.words.currency },
    lines: [
      'MARKT 24',
      `Cafe   ${w.plain(w.cents - 350)}`,
      `Pasta  ${w.plain(350)}`,
      `${w.pick('total').toUpperCase()}   ${w.money(w.cents)}`,
      `${w.words.cash}   ${w.money(w.cents + 1_000)}`,
      `${w.words.change}   ${w.money(1_000)}`,
      `${w.words.tax}   ${w.plain(w.cents - net(w.cents))}`,
      `${w.day(0)} 17:42   #${w.below(90_000)}`,
    ],
  }),
  'a discount and a part that is paid': (w) => ({
    expected: { ...w.all(10), invoiceNumber: w.invoiceNumber },
    lines: [
      'Atelier Example',
      `${w.pick('invoiceNumber')}: ${w.invoiceNumber}   ${w.words.date}: ${w.day(0)}`,
      `${w.words.discount} 10 %   ${w.money(2_500)}`,
      `${w.words.subtotal}   ${w.money(net(w.cents))}`,
      `${w.words.tax}   ${w.money(w.cents - net(w.cents))}`,
      `${w.words.gross}   ${w.money(w.cents)}`,
      `${w.words.paid}   ${w.money(500)}`,
      `${w.words.rest}   ${w.money(w.cents - 500)}`,
      `${w.pick('due')} ${w.day(10)}`,
      `IBAN ${w.iban}`,
    ],
  }),
  'a letter with other numbers': (w) => ({
    expected: {},
    lines: [
      'Verein Example',
      `${w.words.phone} 040 ${100_000 + w.below(900_000)}   ${w.words.vatId} ${w.words.country}123456789`,
      w.day(0),
      w.words.sentence,
      w.words.sentence,
    ],
  }),
  'a reminder': (w) => ({
    expected: { ...w.all(7), invoiceNumber: w.invoiceNumber, customerNumber: w.customerNumber },
    lines: [
      `${w.words.reminder}   ${w.day(0)}`,
      `${w.pick('customerNumber')} ${w.customerNumber}`,
      `${w.pick('invoiceNumber')} ${w.invoiceNumber}`,
      `${w.words.open}: ${w.money(w.cents)}`,
      `${w.pick('due')}: ${w.day(7)}`,
      `${w.words.payee}: IBAN ${w.iban}`,
    ],
  }),
  'a scan with single spaces': (w) => ({
    expected: { ...w.all(14), invoiceNumber: w.invoiceNumber, customerNumber: w.customerNumber },
    lines: [
      'Nordwind & Co Example 1 12345 Example',
      `${w.pick('customerNumber')} ${w.customerNumber} ${w.words.date} ${w.day(0)}`,
      `${w.pick('invoiceNumber')} ${w.invoiceNumber}`,
      `Modul A ${w.plain(net(w.cents))}`,
      `${w.words.subtotal} ............ ${w.plain(net(w.cents))}`,
      `${w.pick('total')} ............ ${w.money(w.cents)}`,
      `${w.pick('due')} ${w.day(14)}`,
      `IBAN ${w.own.replaceAll(/(.{4})(?=.)/g, '$1 ')} BIC EXAMPLE1XXX`,
    ],
  }),
  'two invoices in one list': (w) => ({
    expected: { customerNumber: w.customerNumber, iban: w.own },
    lines: [
      w.words.reminder,
      `${w.pick('customerNumber')}: ${w.customerNumber}`,
      `${w.pick('invoiceNumber')}: ${w.invoiceNumber}   ${w.plain(w.cents)}`,
      `${w.pick('invoiceNumber')}: X${w.invoiceNumber}   ${w.plain(9_900)}`,
      `${w.words.payee} IBAN ${w.iban}`,
    ],
  }),
};

/**
 * Documents with `id`, `text`, `name`, `received`, `isHeldOut` and `expected`. Languages and layouts alternate between the
 * halves like the fields of a chess board, and the half that is held out has other labels.
 */
export function invoiceSet() {
  return Object.keys(LANGUAGES).flatMap((name, row) =>
    Object.entries(LAYOUTS).map(([title, layout], column) => {
      const isHeldOut = (row + column) % 2 === 1;
      const w = writer(name, row * 100 + column, isHeldOut);
      const { expected, lines } = layout(w);
      const text = (typeof lines === 'function' ? lines(expected) : lines).join('\n');
      return {
        id: `${name}: ${title}`,
        isHeldOut,
        expected,
        received: isoDay(w.time + 5 * DAY_MS),
        name: 'scan.pdf',
        text,
      };
    }),
  );
}
