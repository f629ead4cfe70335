// The labelled set: documents of many kinds in the languages of languages.mjs, with the date that a person would give them.
import { LANGUAGES } from './languages.mjs';
import { numbers } from './random-numbers.mjs';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2009, 0, 1);
const DAYS = 6_300;

const two = (number) => String(number).padStart(2, '0');
const isoDay = (time) => new Date(time).toISOString().slice(0, 10);

function ordinal(day) {
  const last = day % 10;
  if (day > 10 && day < 14) return `${day}th`;
  return day + (['th', 'st', 'nd', 'rd'][last] ?? 'th');
}

function era(year) {
  return year >= 2020 ? `令和${year - 2018}` : `平成${year - 1988}`;
}

function written(form, months, time) {
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const isArabic = form.startsWith('ARABIC ');
  const parts = {
    YYYY: year,
    YY: two(year % 100),
    MMMM: months[month - 1],
    MM: two(month),
    M: month,
    DTH: ordinal(day),
    DD: two(day),
    D: day,
    ERA: era(year),
    BUDDHIST: year + 543,
  };
  const text = form
    .replace('ARABIC ', '')
    .replaceAll(/BUDDHIST|ERA|YYYY|YY|MMMM|MM|M|DTH|DD|D/g, (part) => String(parts[part]));
  return isArabic ? text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))) : text;
}

/** What a layout writes with. `at(days)` is a day that far from the date of the document, in the form of the document. */
function writer(name, number, isHeldOut) {
  const { months, forms, phrases } = LANGUAGES[name];
  const below = numbers(number * 7_919 + 13);
  const time = FIRST_DAY + below(DAYS) * DAY_MS;
  const form = forms[below(forms.length)];
  const at = (days) => written(form, months, time + days * DAY_MS);
  const numeric = forms.find((each) => !each.includes('MMMM')) ?? form;
  return {
    ...{ below, phrases, time, name },
    at,
    short: (days) => written(numeric, months, time + days * DAY_MS),
    birth: () => at(-(20 + below(50)) * 365 - below(300)),
    say: (key, days) => phrases[key].replace('{}', at(days)),
    signed: (days) => phrases.signed.replace('{city}', phrases.city).replace('{}', at(days)),
    label: isHeldOut ? phrases.otherInvoiceDate : phrases.invoiceDate,
    amount: () => `${10 + below(900)}.${two(below(100))}`,
    serial: () => `${100_000 + below(900_000)}`,
  };
}

const invoice = {
  'labels in front': (w) => [
    `Nordwind & Co`,
    `${w.phrases.city}`,
    '',
    w.phrases.invoice,
    `${w.phrases.number}: ${w.serial()}`,
    `${w.label}: ${w.at(0)}`,
    `${w.phrases.customer}: ${w.serial()}`,
    `${w.phrases.delivery}: ${w.at(-2 - w.below(5))}`,
    `${w.phrases.due}: ${w.at(14)}`,
    '',
    `Nordwind 3000   2   ${w.amount()}`,
    `${w.phrases.total}: ${w.amount()}`,
  ],
  'labels above values': (w) => [
    w.phrases.invoice.toUpperCase(),
    'Orbis GmbH',
    `${w.phrases.number}    ${w.label}    ${w.phrases.due}`,
    `${w.serial()}    ${w.short(0)}    ${w.short(30)}`,
    '',
    `Modul A   1   ${w.amount()}`,
    `${w.phrases.total} ${w.amount()}`,
  ],
  'values on lines of their own': (w) => [
    w.phrases.invoice,
    `${w.phrases.number}:`,
    w.serial(),
    `${w.phrases.due}:`,
    w.at(21),
    `${w.label}:`,
    w.at(0),
    `${w.phrases.total}:`,
    w.amount(),
  ],
  'a period and a date in the head': (w) => [
    'Helios Energie',
    `${w.phrases.date} ${w.at(0)}`,
    `${w.phrases.invoice} ${w.serial()}`,
    `${w.phrases.period}: ${w.at(-35)} - ${w.at(-5)}`,
    `${w.phrases.total} ${w.amount()}`,
    `${w.phrases.due} ${w.at(10)}`,
  ],
};

const letter = {
  'a place and a date': (w) => [
    'Hansa Versicherung',
    'Postbox 1200',
    '',
    w.signed(0),
    '',
    w.phrases.greeting,
    '',
    w.say('reference', -9 - w.below(20)),
    w.phrases.sentence,
    w.say('appointment', 20 + w.below(40)),
    '',
    w.phrases.closing,
  ],
  'a date alone': (w) => [
    'Medicus Center',
    w.phrases.city,
    '',
    w.at(0),
    '',
    w.phrases.greeting,
    w.phrases.sentence,
    w.say('law', -4_000 - w.below(2_000)),
    w.phrases.sentence,
    w.phrases.closing,
  ],
  'a labelled date': (w) => [
    'Castellan Bank',
    `Ref. ${w.serial()}   ${w.phrases.date}: ${w.at(0)}`,
    w.phrases.greeting,
    w.say('reference', -30),
    w.say('law', -3_000),
    w.phrases.closing,
  ],
  'a printed mail': (w) => [
    'From: a.meyer@example.org',
    `${w.phrases.sent}: ${w.at(0)} 14:05`,
    'To: office@example.com',
    'Subject: 4711',
    '',
    w.phrases.greeting,
    w.phrases.sentence,
    w.phrases.closing,
    '',
    '> From: office@example.com',
    `> ${w.phrases.sent}: ${w.at(-3)} 09:10`,
    `> ${w.phrases.sentence}`,
  ],
};

const others = {
  'a contract signed at its end': (w) => [
    w.phrases.contract,
    '',
    `Domus Immobilia`,
    w.phrases.party.replace('{}', w.birth()),
    '',
    '§ 1',
    w.say('start', 20 + w.below(60)),
    '§ 2',
    w.phrases.sentence,
    w.say('law', -5_000),
    '§ 3',
    w.phrases.sentence,
    '',
    w.signed(0),
    '______________________',
  ],
  'a contract dated in its head': (w) => [
    `${w.phrases.contract} ${w.serial()}`,
    `${w.phrases.date}: ${w.at(0)}`,
    w.phrases.party.replace('{}', w.birth()),
    w.say('start', 31),
    w.phrases.sentence,
  ],
  'a statement with rows': (w) => [
    'Castellan Bank',
    w.phrases.statement,
    `${w.phrases.statementDate}: ${w.short(0)}`,
    `${w.phrases.period}: ${w.short(-31)} - ${w.short(-1)}`,
    `${w.short(-31)}   ${w.phrases.balance}   ${w.amount()}`,
    ...[28, 25, 19, 12, 6, 3].map((days) => `${w.short(-days)}   ${w.serial()}   ${w.amount()}`),
    `${w.phrases.total} ${w.amount()}`,
  ],
  'a certificate': (w) => [
    w.phrases.certificate.toUpperCase(),
    '',
    'Maria Example',
    `${w.phrases.birth}: ${w.birth()}`,
    w.phrases.sentence,
    `${w.phrases.issued}: ${w.at(0)}`,
    `${w.phrases.valid}: ${w.at(700 + w.below(900))}`,
  ],
  'a certificate signed in a place': (w) => [
    w.phrases.certificate,
    'Alex Example',
    `${w.phrases.birth} ${w.birth()}`,
    w.phrases.sentence,
    '',
    '',
    w.signed(0),
    '(Dr. Example)',
  ],
  'a receipt': (w) => [
    'MARKT 24',
    w.phrases.city,
    `Cafe   ${w.amount()}`,
    `Pasta  ${w.amount()}`,
    `${w.phrases.total} ${w.amount()}`,
    `${w.short(0)} 17:42   #${w.serial()}`,
    w.phrases.thanks,
  ],
  'a receipt with a time in front': (w) => [
    'PETROL 7',
    `TID ${w.serial()}`,
    `${w.short(0)}, 08:15:33`,
    `Diesel 40,00 l`,
    `${w.phrases.total} ${w.amount()}`,
    `VISA **** 1234 ${w.phrases.valid} 09/${two((new Date(w.time).getUTCFullYear() + 2) % 100)}`,
    w.phrases.thanks,
  ],
};

/** Documents that have no date of their own: another date of theirs must not be taken. */
const undated = {
  'a birth date alone': (w) => [
    w.phrases.certificate,
    'Maria Example',
    `${w.phrases.birth}: ${w.birth()}`,
    w.phrases.sentence,
  ],
  'a due date alone': (w) => [
    w.phrases.invoice,
    `${w.phrases.number}: ${w.serial()}`,
    `${w.phrases.total} ${w.amount()}`,
    `${w.phrases.due}: ${w.at(-10)}`,
  ],
  'numbers that are not dates': (w) => [
    w.phrases.invoice,
    `${w.phrases.number}: ${w.serial()}-${w.below(90)}`,
    `Tel. 040/12 03-19   IP 10.12.20.8   v3.12.2`,
    `IBAN DE12 2005 0550 1234 5678 90   12/24   3-4-5`,
    `${w.phrases.total} ${w.amount()}`,
  ],
};

const NAMES = [
  (w) => `${isoDay(w.time)} ${w.phrases.invoice}.pdf`,
  (w) => `${isoDay(w.time).replaceAll('-', '')}_${w.serial()}.pdf`,
  (w) => `${w.phrases.statement} ${isoDay(w.time).split('-').reverse().join('.')}.pdf`,
];

const LAYOUTS = [
  ...Object.entries({ ...invoice, ...letter, ...others }).map(([title, lines]) => ({ title, lines, isDated: true })),
  ...Object.entries(undated).map(([title, lines]) => ({ title, lines, isDated: false })),
];

/**
 * Documents with `id`, `text`, `name` of the file, `received` and the `expected` day, or null. Every language has every
 * layout once. Layouts and languages alternate between the halves like the fields of a chess board, and the half that is
 * held out has other labels for the date of an invoice.
 */
export function labelledSet() {
  const documents = [];
  for (const [row, name] of Object.keys(LANGUAGES).entries()) {
    for (const [column, { title, lines, isDated }] of LAYOUTS.entries()) {
      const isHeldOut = (row + column) % 2 === 1;
      const w = writer(name, row * 100 + column, isHeldOut);
      documents.push(documentOf(w, { title, isHeldOut, lines: lines(w), expected: isDated ? isoDay(w.time) : null }));
    }
    const w = writer(name, row * 100 + 99, row % 2 === 1);
    const fileName = NAMES[row % NAMES.length](w);
    const about = { title: 'the name of the file', isHeldOut: row % 2 === 1, expected: isoDay(w.time) };
    documents.push({ ...documentOf(w, { ...about, lines: [w.phrases.greeting, w.phrases.sentence] }), name: fileName });
  }
  return documents;
}

function documentOf(w, { title, isHeldOut, lines, expected }) {
  const id = `${w.name}: ${title}`;
  // One in four comes into the archive years later, when its due date is long past.
  const late = w.below(4) === 0 ? 400 + w.below(2_000) : w.below(40);
  const received = isoDay(w.time + late * DAY_MS);
  return { id, isHeldOut, expected, received, name: `scan${w.serial()}.pdf`, text: lines.join('\n') };
}
