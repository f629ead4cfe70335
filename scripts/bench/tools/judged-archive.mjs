// The archive of a household, made up from templates, and queries with the documents that they ought to find first: equal
// in every run. Half of the documents have the name of a scan, so that they are found by their texts alone.
import { randomNumbers } from './zipf.mjs';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const YEARS = [2019, 2020, 2021, 2022, 2023, 2024, 2025];
const INSURERS = {
  car: 'Nordlicht',
  household: 'Habsal',
  liability: 'Nordlicht',
  legal: 'Recta',
  travel: 'Fernweh',
  dental: 'Medika',
};
const PEOPLE = ['Ada', 'Bruno', 'Clara'];
const GOODS = [
  ['washing machine', 'Wellmann'],
  ['laptop', 'Tecton'],
  ['bicycle', 'Radlager'],
  ['dishwasher', 'Wellmann'],
  ['sofa', 'Polsterei Krug'],
  ['camera', 'Optika'],
  ['vacuum cleaner', 'Tecton'],
  ['coffee machine', 'Crema'],
];
const JOURNEYS = [
  ['Lisbon', 2019],
  ['Oslo', 2020],
  ['Naples', 2022],
  ['Kyoto', 2023],
  ['Vienna', 2024],
];
const REPAIRS = ['brakes', 'clutch', 'windscreen', 'exhaust', 'tyres'];

/** Sentences that letters of all kinds have: they mention much of what is searched for. */
const BOILERPLATE = [
  'Please quote your customer number in every letter.',
  'If you have questions about this invoice or your contract, call our service line.',
  'Payments are due within fourteen days to the bank account named below.',
  'You can cancel the contract in writing with three months notice.',
  'This letter was made by a machine and is valid without a signature.',
  'We recommend an insurance that fits your personal situation.',
  'Your data is kept as the law requires for tax and account purposes.',
  'Please keep this document in a safe place, your tax office may ask for it.',
  'Our general terms, which mention rent, loan, insurance and warranty, can be read on our website.',
  'The address of your branch and its opening hours have not changed.',
  'A copy of this bill was sent to your bank.',
  'Thank you for your trust in our company.',
];

class Household {
  documents = [];
  #random = randomNumbers(4711);

  /** `facts` are what queries are judged by. */
  add(name, { year, month = 1, day = 3, ...facts }, sentences, { length = 6, tags = [], notes = '', scan } = {}) {
    const number = this.documents.length;
    const isScan = scan ?? number % 2 === 1;
    const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const filler = Array.from({ length }, () => BOILERPLATE[Math.trunc(this.#random() * BOILERPLATE.length)]);
    const [first, ...others] = sentences;
    const reference = referenceOf(number);
    const body = [...others, `Our reference: ${reference}.`, ...filler]
      .map((text) => [this.#random(), text])
      .sort(([a], [b]) => a - b);
    this.documents.push({
      ...facts,
      year,
      month,
      number,
      reference,
      isScan,
      name: isScan ? `Scan ${date} ${String(number).padStart(4, '0')}.txt` : `${name}.txt`,
      content: [name === undefined ? '' : first, ...body.map(([, text]) => text)].join('\n'),
      date,
      tags,
      notes,
    });
  }
}

/** `RX-48213/07`: another one for each document. */
function referenceOf(number) {
  const digits = 10_000 + ((number * 7_919 + 4_711) % 90_000);
  return `RX-${digits}/${String(number % 97).padStart(2, '0')}`;
}

export function judgedDocuments() {
  const home = new Household();
  for (const [kind, company] of Object.entries(INSURERS)) addInsurance(home, kind, company);
  for (const year of YEARS) {
    addUtilities(home, year);
    addMoney(home, year);
    addHealthAndSchool(home, year);
  }
  addHome(home);
  addThings(home);
  addGerman(home);
  return home.documents;
}

function addInsurance(home, kind, company) {
  const about = `${kind} insurance`;
  home.add(
    `${company} ${about} policy`,
    { type: 'policy', kind, company, year: 2019, month: 2 },
    [
      `Insurance policy: ${about} with ${company}.`,
      `The policy covers damage according to the terms of the ${about}.`,
      `The sum insured and the excess of the policy are listed in the annex.`,
    ],
    { tags: ['Insurance'] },
  );
  home.add(
    `General terms of the ${about}`,
    { type: 'terms', kind, company, year: 2019, month: 2 },
    [
      `General terms and conditions of ${company}.`,
      ...Array.from({ length: 40 }, (_, index) => `Section ${index + 1} of the terms names the duties of both sides.`),
      `The ${about} begins at noon of the first day. The premium of the insurance is due in advance.`,
    ],
    { length: 60, scan: false },
  );
  for (const year of YEARS) {
    home.add(
      `${company} premium ${kind} ${year}`,
      { type: 'premium', kind, company, year, month: 12 },
      [
        `Invoice for the premium of your ${about}, ${year}.`,
        `The premium for ${year + 1} is due on the first of January.`,
      ],
      { tags: year > 2022 ? ['Insurance'] : [] },
    );
  }
  home.add(`${company} claim ${kind}`, { type: 'claim', kind, company, year: 2021, month: 6 }, [
    `Your claim under the ${about}.`,
    `We have received your claim about the damage and will pay for it.`,
  ]);
}

function addUtilities(home, year) {
  for (const [kind, company] of [
    ['electricity', 'Stadtwerke Ahlen'],
    ['water', 'Aqua Nord'],
    ['gas', 'Stadtwerke Ahlen'],
  ])
    home.add(`${kind} bill ${year}`, { type: 'utility', kind, company, year, month: 11 }, [
      `Annual bill for ${kind}, ${year}.`,
      `The meter reading for ${kind} was taken in October.`,
      `${company} thanks you.`,
    ]);
  for (const [index, month] of MONTHS.entries())
    if (index % 3 === 0)
      home.add(`Telko phone bill ${month} ${year}`, { type: 'phone', year, month: index + 1 }, [
        `Phone bill for ${month} ${year} from Telko.`,
        'Calls, messages and mobile data are listed on the next page.',
      ]);
}

function addMoney(home, year) {
  home.add(
    `Tax assessment ${year}`,
    { type: 'tax', year, month: 8 },
    [`Tax assessment for ${year}.`, 'The tax office has set the income tax, and a refund will be paid.'],
    { tags: ['Taxes'] },
  );
  home.add(
    `Donation receipt ${year}`,
    { type: 'donation', year, month: 12 },
    [`Receipt for a donation in ${year}.`, 'The animal shelter thanks you, the donation can be deducted.'],
    { tags: ['Taxes'] },
  );
  for (const quarter of [0, 1, 2, 3]) {
    const month = MONTHS[quarter * 3 + 2];
    home.add(`Bank statement ${month} ${year}`, { type: 'statement', year, month: quarter * 3 + 3 }, [
      `Bank statement of ${month} ${year}.`,
      'Rent, electricity, insurance and salary are booked on this account.',
    ]);
    home.add(`Payslip ${month} ${year}`, { type: 'payslip', year, month: quarter * 3 + 3 }, [
      `Payslip of ${month} ${year}.`,
      'Gross salary, tax and social insurance are shown, and the net salary paid out.',
    ]);
  }
}

function addHealthAndSchool(home, year) {
  for (const person of PEOPLE) {
    home.add(`School report ${person} ${year}`, { type: 'school', person, year, month: 7 }, [
      `School report of ${person}, ${year}.`,
      'Mathematics good, music very good, sports sufficient.',
    ]);
    home.add(
      `Lab results ${person} ${year}`,
      { type: 'lab', person, year, month: 3 },
      [`Laboratory results of ${person}, ${year}.`, 'Iron and vitamin values of the blood test are within range.'],
      { notes: year === 2023 ? `ask the doctor about the iron of ${person}` : '' },
    );
  }
}

function addHome(home) {
  home.add('Rental contract Lindenweg 4', { type: 'rental', year: 2019, month: 4 }, [
    'Rental contract for the flat in Lindenweg 4.',
    'The rental contract begins in May. The tenant pays the rent and a deposit.',
  ]);
  home.add('Handover protocol Lindenweg 4', { type: 'handover', year: 2019, month: 5 }, [
    'Handover protocol of the flat in Lindenweg 4.',
    'The keys were handed over, scratches in the floor of the kitchen are noted.',
  ]);
  for (const year of [2021, 2024])
    home.add(`Rent increase ${year}`, { type: 'increase', year, month: 9 }, [
      `Rent increase from October ${year}.`,
      'The landlord asks you to agree to the increase of the rent.',
    ]);
  home.add('Loan agreement kitchen', { type: 'loan', year: 2020, month: 10 }, [
    'Loan agreement for the new kitchen.',
    'The loan is paid back in 48 rates, the interest rate is fixed.',
  ]);
  home.add('Employment contract Bruno', { type: 'employment', person: 'Bruno', year: 2019, month: 1 }, [
    'Employment contract with Bruno.',
    'The employment begins in March, the probation period is six months.',
  ]);
  home.add('Certificate of employment Bruno', { type: 'certificate', person: 'Bruno', year: 2024, month: 2 }, [
    'Certificate of employment for Bruno.',
    'He has always worked to our full satisfaction and leaves at his own wish.',
  ]);
  for (const person of PEOPLE)
    home.add(`Vaccination card ${person}`, { type: 'vaccination', person, year: 2020, month: 5 }, [
      `Vaccination card of ${person}.`,
      'Tetanus and measles vaccinations are entered with stamp and date.',
    ]);
}

function addThings(home) {
  for (const [place, [thing, shop]] of GOODS.entries()) {
    const year = YEARS[place % YEARS.length];
    home.add(`${thing} invoice ${shop}`, { type: 'purchase', thing, shop, year, month: 6 }, [
      `Invoice from ${shop} for one ${thing}.`,
      `The ${thing} was delivered and paid by card.`,
    ]);
    home.add(`${thing} warranty`, { type: 'warranty', thing, shop, year, month: 6 }, [
      `Warranty for your ${thing}.`,
      `The warranty lasts three years, keep it with the invoice of the ${thing}.`,
    ]);
    home.add(
      `${thing} manual`,
      { type: 'manual', thing, shop, year, month: 6 },
      [
        `Manual of the ${thing}.`,
        ...Array.from({ length: 60 }, (_, index) => `Step ${index + 1}: read this page before you use the ${thing}.`),
        'Without an invoice there is no warranty.',
      ],
      { length: 30 },
    );
  }
  for (const [city, year] of JOURNEYS) {
    home.add(`Flight ${city} ${year}`, { type: 'flight', city, year, month: 4 }, [
      `Flight ticket to ${city}.`,
      'Boarding closes twenty minutes before departure, one bag is included.',
    ]);
    home.add(`Hotel ${city} ${year}`, { type: 'hotel', city, year, month: 4 }, [
      `Booking confirmation of your hotel in ${city}.`,
      'Breakfast is included, the room can be cancelled until a week before.',
    ]);
  }
  home.add('Car purchase contract', { type: 'car purchase', year: 2020, month: 3 }, [
    'Purchase contract for a used car.',
    'The seller hands over the car with two keys and four winter tyres.',
  ]);
  for (const [place, part] of REPAIRS.entries())
    home.add(`Garage Moser ${part}`, { type: 'repair', part, year: 2021 + (place % 4), month: 5 }, [
      `Repair of your car: ${part}.`,
      `The garage Moser has replaced the ${part}; labour and parts are listed in this invoice.`,
    ]);
  for (const year of [2021, 2023, 2025])
    home.add(`Car inspection ${year}`, { type: 'inspection', year, month: 7 }, [
      `Report of the car inspection, ${year}.`,
      'No defects were found, the next inspection is due in two years.',
    ]);
}

function addGerman(home) {
  for (const year of YEARS) {
    home.add(`Stromrechnung ${year}`, { type: 'Strom', year, month: 2 }, [
      `Stromrechnung für das Jahr ${year}.`,
      'Der Zählerstand wurde abgelesen, der Abschlag bleibt gleich.',
    ]);
    home.add(`Nebenkostenabrechnung ${year}`, { type: 'Nebenkosten', year, month: 10 }, [
      `Abrechnung der Nebenkosten ${year}.`,
      'Heizung, Wasser und Müllabfuhr wurden nach Wohnfläche verteilt.',
    ]);
    home.add(`Steuerbescheid ${year}`, { type: 'Steuer', year, month: 9 }, [
      `Bescheid für ${year} über Einkommensteuer.`,
      'Das Finanzamt erstattet den Betrag auf Ihr Konto.',
    ]);
  }
  home.add('Mietvertrag Garage Müllerstraße', { type: 'Miete', year: 2022, month: 3 }, [
    'Mietvertrag über eine Garage in der Müllerstraße.',
    'Die Miete ist bis zum dritten Werktag zu zahlen.',
  ]);
  home.add('Kündigung Fitnessstudio', { type: 'Kündigung', year: 2023, month: 1 }, [
    'Bestätigung Ihrer Kündigung im Fitnessstudio.',
    'Der Vertrag endet zum Ende des Monats.',
  ]);
}

/**
 * Each query with a grade for each document that it is about: 3 for those that are wanted, 1 for those next to them. What
 * a document is decides, not whether it has the words: some of the wanted ones no search for words can find.
 */
export function judgedQueries() {
  const kinds = {
    subject: topicalQueries(),
    'one document': knownItems(),
    'one word and year': wordsAndYears(),
    'other order': otherOrders(),
    'plural or singular': otherForms(),
    'other language': otherLanguages(),
    'typing error': typingErrors(),
    'part of a number': partsOfNumbers(),
    'name and content': spreadWords(),
    'common words': commonWords(),
  };
  return Object.entries(kinds).flatMap(([kind, queries]) => queries.map((query) => ({ ...query, kind })));
}

export const where = (facts) => (document) => Object.entries(facts).every(([name, value]) => document[name] === value);
const graded = (query, wanted, near = []) => ({
  query,
  isKnownItem: false,
  grade: (document) =>
    wanted.some((facts) => where(facts)(document)) ? 3 : near.some((facts) => where(facts)(document)) ? 1 : 0,
});
export const item = (query, facts) => ({
  query,
  isKnownItem: true,
  grade: (document) => (where(facts)(document) ? 3 : 0),
});

function topicalQueries() {
  const insurances = Object.keys(INSURERS);
  return [
    graded('insurance policy', [{ type: 'policy' }], [{ type: 'premium' }, { type: 'claim' }]),
    graded('policy', [{ type: 'policy' }]),
    graded('insurance', [{ type: 'policy' }, { type: 'premium' }, { type: 'claim' }], [{ type: 'terms' }]),
    graded('insurance premium', [{ type: 'premium' }], [{ type: 'policy' }]),
    graded('insurance claim', [{ type: 'claim' }], [{ type: 'policy' }]),
    ...insurances.map((kind) => graded(`${kind} insurance`, [{ kind }])),
    graded('tax', [{ type: 'tax' }], [{ type: 'donation' }]),
    graded('tax assessment', [{ type: 'tax' }]),
    graded('taxes', [{ type: 'tax' }, { type: 'donation' }]),
    graded('donation', [{ type: 'donation' }]),
    graded('bank statement', [{ type: 'statement' }]),
    graded('statement', [{ type: 'statement' }]),
    graded('payslip', [{ type: 'payslip' }]),
    graded('salary', [{ type: 'payslip' }], [{ type: 'statement' }]),
    graded('phone bill', [{ type: 'phone' }]),
    graded('electricity', [{ kind: 'electricity' }], [{ type: 'statement' }]),
    graded('electricity bill', [{ kind: 'electricity' }]),
    graded('water bill', [{ kind: 'water' }]),
    graded('gas', [{ kind: 'gas' }]),
    graded('school report', [{ type: 'school' }]),
    graded('lab results', [{ type: 'lab' }]),
    graded('blood test', [{ type: 'lab' }]),
    graded('vaccination', [{ type: 'vaccination' }]),
    graded('rent', [{ type: 'increase' }, { type: 'rental' }], [{ type: 'statement' }]),
    graded('warranty', [{ type: 'warranty' }], [{ type: 'manual' }]),
    graded('manual', [{ type: 'manual' }]),
    graded('inspection', [{ type: 'inspection' }]),
    graded('repair car', [{ type: 'repair' }]),
    graded('garage', [{ type: 'repair' }, { type: 'Miete' }]),
    graded('flight ticket', [{ type: 'flight' }]),
    graded('hotel', [{ type: 'hotel' }]),
    graded('booking confirmation', [{ type: 'hotel' }]),
    graded('stromrechnung', [{ type: 'Strom' }]),
    graded('nebenkosten', [{ type: 'Nebenkosten' }]),
    graded('steuerbescheid', [{ type: 'Steuer' }]),
    graded('finanzamt', [{ type: 'Steuer' }]),
    graded('wellmann', [{ shop: 'Wellmann' }]),
    graded('nordlicht', [{ company: 'Nordlicht' }]),
    graded('stadtwerke', [{ company: 'Stadtwerke Ahlen' }]),
  ];
}

/** What people remember of one document. */
function knownItems() {
  const items = [
    item('rental contract', { type: 'rental' }),
    item('lindenweg contract', { type: 'rental' }),
    item('tenant deposit', { type: 'rental' }),
    item('handover protocol', { type: 'handover' }),
    item('keys kitchen scratches', { type: 'handover' }),
    item('loan kitchen', { type: 'loan' }),
    item('loan agreement', { type: 'loan' }),
    item('employment contract', { type: 'employment' }),
    item('probation', { type: 'employment' }),
    item('certificate employment', { type: 'certificate' }),
    item('full satisfaction', { type: 'certificate' }),
    item('car purchase', { type: 'car purchase' }),
    item('used car winter tyres', { type: 'car purchase' }),
    item('mietvertrag', { type: 'Miete' }),
    item('mullerstrasse', { type: 'Miete' }),
    item('kundigung', { type: 'Kündigung' }),
    item('fitnessstudio', { type: 'Kündigung' }),
  ];
  for (const year of [2021, 2024]) items.push(item(`rent increase ${year}`, { type: 'increase', year }));
  for (const [thing, shop] of GOODS) {
    items.push(item(`${thing} warranty`, { type: 'warranty', thing }));
    items.push(item(`${thing} invoice`, { type: 'purchase', thing }));
    items.push(item(`${thing} manual`, { type: 'manual', thing }));
    items.push(item(`invoice ${shop.split(' ')[0].toLowerCase()} ${thing.slice(0, 5)}`, { type: 'purchase', thing }));
  }
  for (const [city, year] of JOURNEYS) {
    items.push(item(`flight ${city.toLowerCase()}`, { type: 'flight', city }));
    items.push(item(`hotel ${city.toLowerCase()}`, { type: 'hotel', city }));
    items.push(item(`${city.toLowerCase()} breakfast`, { type: 'hotel', city, year }));
  }
  for (const part of REPAIRS) items.push(item(`${part} repair`, { type: 'repair', part }));
  for (const part of ['clutch', 'exhaust']) items.push(item(`moser ${part}`, { type: 'repair', part }));
  for (const [kind, company] of Object.entries(INSURERS)) {
    items.push(item(`${kind} insurance policy`, { type: 'policy', kind }));
    items.push(item(`${company.toLowerCase()} ${kind} policy`, { type: 'policy', kind }));
    items.push(item(`${kind} claim`, { type: 'claim', kind }));
    items.push(item(`premium ${kind} 2022`, { type: 'premium', kind, year: 2022 }));
    items.push(item(`terms ${kind} insurance`, { type: 'terms', kind }));
  }
  for (const year of [2020, 2022, 2025]) {
    items.push(item(`tax assessment ${year}`, { type: 'tax', year }));
    items.push(item(`donation ${year}`, { type: 'donation', year }));
    items.push(item(`electricity bill ${year}`, { type: 'utility', kind: 'electricity', year }));
    items.push(item(`water ${year}`, { type: 'utility', kind: 'water', year }));
    items.push(item(`phone bill july ${year}`, { type: 'phone', year, month: 7 }));
    items.push(item(`bank statement june ${year}`, { type: 'statement', year, month: 6 }));
    items.push(item(`payslip september ${year}`, { type: 'payslip', year, month: 9 }));
    items.push(item(`stromrechnung ${year}`, { type: 'Strom', year }));
    items.push(item(`nebenkosten ${year}`, { type: 'Nebenkosten', year }));
    items.push(item(`steuerbescheid ${year}`, { type: 'Steuer', year }));
  }
  for (const person of PEOPLE) {
    items.push(item(`school report ${person.toLowerCase()} 2023`, { type: 'school', person, year: 2023 }));
    items.push(item(`vaccination ${person.toLowerCase()}`, { type: 'vaccination', person }));
    items.push(item(`lab ${person.toLowerCase()} 2024`, { type: 'lab', person, year: 2024 }));
    items.push(item(`doctor iron ${person.toLowerCase()}`, { type: 'lab', person, year: 2023 }));
  }
  return items;
}

function wordsAndYears() {
  return [
    item('assessment 2023', { type: 'tax', year: 2023 }),
    item('donation 2019', { type: 'donation', year: 2019 }),
    item('inspection 2023', { type: 'inspection', year: 2023 }),
    item('increase 2021', { type: 'increase', year: 2021 }),
    item('flight 2024', { type: 'flight', year: 2024 }),
    item('hotel 2022', { type: 'hotel', year: 2022 }),
    item('gas 2021', { type: 'utility', kind: 'gas', year: 2021 }),
    item('nebenkostenabrechnung 2022', { type: 'Nebenkosten', year: 2022 }),
    item('strom 2023', { type: 'Strom', year: 2023 }),
    item('sofa 2023', { type: 'purchase', thing: 'sofa', year: 2023 }),
    item('laptop 2020', { type: 'purchase', thing: 'laptop', year: 2020 }),
    item('windscreen 2023', { type: 'repair', part: 'windscreen' }),
    graded('payslip 2020', [{ type: 'payslip', year: 2020 }]),
    graded('statement 2021', [{ type: 'statement', year: 2021 }]),
    graded('phone 2024', [{ type: 'phone', year: 2024 }]),
    graded('school 2022', [{ type: 'school', year: 2022 }]),
    graded('lab 2019', [{ type: 'lab', year: 2019 }]),
    graded('claim 2021', [{ type: 'claim', year: 2021 }]),
    graded('premium 2024', [{ type: 'premium', year: 2024 }]),
  ];
}

function otherOrders() {
  return [
    item('policy insurance car', { type: 'policy', kind: 'car' }),
    item('2021 report ada school', { type: 'school', person: 'Ada', year: 2021 }),
    item('2022 statement bank march', { type: 'statement', year: 2022, month: 3 }),
    item('lindenweg protocol', { type: 'handover' }),
    item('contract purchase car', { type: 'car purchase' }),
    item('tyres moser', { type: 'repair', part: 'tyres' }),
    item('lisbon ticket', { type: 'flight', city: 'Lisbon' }),
    item('2024 increase rent', { type: 'increase', year: 2024 }),
    item('bruno contract employment', { type: 'employment' }),
    item('june payslip 2023', { type: 'payslip', year: 2023, month: 6 }),
    item('garage mietvertrag', { type: 'Miete' }),
    item('2020 april bill telko', { type: 'phone', year: 2020, month: 4 }),
  ];
}

function otherForms() {
  return [
    item('car insurance policies', { type: 'policy', kind: 'car' }),
    item('household premiums 2021', { type: 'premium', kind: 'household', year: 2021 }),
    item('payslips march 2023', { type: 'payslip', year: 2023, month: 3 }),
    item('donations 2021', { type: 'donation', year: 2021 }),
    item('flights oslo', { type: 'flight', city: 'Oslo' }),
    item('camera manuals', { type: 'manual', thing: 'camera' }),
    item('laptop warranties', { type: 'warranty', thing: 'laptop' }),
    item('bicycles invoice', { type: 'purchase', thing: 'bicycle' }),
    item('rental contracts', { type: 'rental' }),
    item('scratch kitchen floor', { type: 'handover' }),
    item('vaccinations clara', { type: 'vaccination', person: 'Clara' }),
    item('tyre repair', { type: 'repair', part: 'tyres' }),
    item('clutches repaired', { type: 'repair', part: 'clutch' }),
    item('mietverträge', { type: 'Miete' }),
    item('kündigungen', { type: 'Kündigung' }),
    item('stromrechnungen 2022', { type: 'Strom', year: 2022 }),
  ];
}

/** The archive has these documents in the other of its two languages only. */
function otherLanguages() {
  return [
    item('kontoauszug juni 2021', { type: 'statement', year: 2021, month: 6 }),
    item('gehaltsabrechnung september 2022', { type: 'payslip', year: 2022, month: 9 }),
    item('mietvertrag lindenweg', { type: 'rental' }),
    item('zeugnis ada 2020', { type: 'school', person: 'Ada', year: 2020 }),
    item('impfpass bruno', { type: 'vaccination', person: 'Bruno' }),
    item('garantie laptop', { type: 'warranty', thing: 'laptop' }),
    item('arbeitsvertrag bruno', { type: 'employment' }),
    item('rechnung waschmaschine', { type: 'purchase', thing: 'washing machine' }),
    item('flug oslo', { type: 'flight', city: 'Oslo' }),
    item('gym cancellation', { type: 'Kündigung' }),
    graded('versicherung', [{ type: 'policy' }], [{ type: 'premium' }]),
    graded('utility costs', [{ type: 'Nebenkosten' }], [{ type: 'utility' }]),
  ];
}

function typingErrors() {
  return [
    item('car insurence policy', { type: 'policy', kind: 'car' }),
    item('camera warrenty', { type: 'warranty', thing: 'camera' }),
    item('donation reciept 2021', { type: 'donation', year: 2021 }),
    item('electrcity bill 2023', { type: 'utility', kind: 'electricity', year: 2023 }),
    item('paysilp june 2021', { type: 'payslip', year: 2021, month: 6 }),
    item('vacination ada', { type: 'vaccination', person: 'Ada' }),
    item('fligth vienna', { type: 'flight', city: 'Vienna' }),
    item('tax asessment 2021', { type: 'tax', year: 2021 }),
    item('lindenwg contract', { type: 'rental' }),
    item('employmnet contract', { type: 'employment' }),
    item('handovr protocol', { type: 'handover' }),
    item('dishwaser manual', { type: 'manual', thing: 'dishwasher' }),
    item('stromrechung 2020', { type: 'Strom', year: 2020 }),
    item('steuerbesheid 2023', { type: 'Steuer', year: 2023 }),
    item('mietvertag', { type: 'Miete' }),
  ];
}

/** What can be read of a reference on a torn or folded page, or is typed without its signs. */
function partsOfNumbers() {
  const wanted = [{ type: 'loan' }, { type: 'tax', year: 2022 }, { type: 'policy', kind: 'legal' }, { type: 'Miete' }];
  const documents = judgedDocuments();
  return wanted.flatMap((facts) => {
    const { reference } = documents.find(where(facts));
    const digits = reference.slice(3, 8);
    return [
      item(digits, facts), // the middle of it
      item(`rx ${digits}`, facts),
      item(reference.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), facts),
      item(`reference ${digits.slice(0, 4)}`, facts),
      item(digits.slice(1), facts), // its end
    ];
  });
}

/** One of the words is in the name, unless that is the name of a scan, and the other in the text alone. */
function spreadWords() {
  return [
    item('lindenweg scratches', { type: 'handover' }),
    item('lindenweg deposit', { type: 'rental' }),
    item('moser exhaust labour', { type: 'repair', part: 'exhaust' }),
    item('bruno probation', { type: 'employment' }),
    item('bruno satisfaction', { type: 'certificate' }),
    item('kitchen interest rate', { type: 'loan' }),
    item('dishwasher delivered card', { type: 'purchase', thing: 'dishwasher' }),
    item('naples boarding', { type: 'flight', city: 'Naples' }),
    item('kyoto room', { type: 'hotel', city: 'Kyoto' }),
    item('habsal damage pay', { type: 'claim', kind: 'household' }),
    item('medika excess annex', { type: 'policy', kind: 'dental' }),
    item('gas meter 2022', { type: 'utility', kind: 'gas', year: 2022 }),
    item('clara vitamin 2021', { type: 'lab', person: 'Clara', year: 2021 }),
    item('telko mobile data october 2020', { type: 'phone', year: 2020, month: 10 }),
    item('fitnessstudio vertrag', { type: 'Kündigung' }),
    item('tax refund 2024', { type: 'tax', year: 2024 }),
  ];
}

/** Words that letters of all kinds have. */
function commonWords() {
  return [
    graded(
      'invoice 2022',
      [
        { type: 'premium', year: 2022 },
        { type: 'purchase', year: 2022 },
      ],
      [{ year: 2022 }],
    ),
    graded('insurance 2022', [{ type: 'premium', year: 2022 }]),
    graded('tax 2022', [{ type: 'tax', year: 2022 }], [{ type: 'donation', year: 2022 }]),
    graded('contract', [{ type: 'rental' }, { type: 'employment' }, { type: 'car purchase' }], [{ type: 'loan' }]),
    graded('bill', [{ type: 'utility' }, { type: 'phone' }]),
    graded('account', [{ type: 'statement' }]),
    graded('bank account 2021', [{ type: 'statement', year: 2021 }]),
    graded('car', [{ type: 'car purchase' }, { type: 'inspection' }, { type: 'repair' }, { kind: 'car' }]),
    graded('report', [{ type: 'school' }, { type: 'inspection' }]),
    graded('terms', [{ type: 'terms' }]),
    graded('receipt', [{ type: 'donation' }]),
    graded('machine', [{ thing: 'washing machine' }, { thing: 'coffee machine' }]),
    item('loan', { type: 'loan' }),
    item('deposit', { type: 'rental' }),
  ];
}
