import { openDocumentText, spreadsheetFile, wordFile, escaped } from './office-files.js';
import { pdfFile } from './pdf-file.js';
import { scanFile } from './scan-file.js';

export interface SampleTag {
  name: string;
  color: string;
  description?: string;
}

export interface SampleDocument {
  name: string;
  mimeType: string;
  /** Names of tags. */
  tags: string[];
  /** The date on the document. */
  date?: string;
  content(): Buffer | Promise<Buffer>;
}

export interface SampleOrganization {
  name: string;
  tags: SampleTag[];
  documents: SampleDocument[];
}

type Kind = (name: string, tags: string[], date: string | undefined, lines: string[]) => SampleDocument;

const kind =
  (mimeType: string, build: (lines: string[]) => Buffer | Promise<Buffer>): Kind =>
  (name, tags, date, lines) => ({
    name,
    mimeType,
    tags,
    content: () => build(lines),
    ...(date === undefined ? {} : { date }),
  });

const cells = (line: string): (number | string)[] =>
  line.split(';').map((text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text));

const text = kind('text/plain', (lines) => Buffer.from(`${lines.join('\n')}\n`));
const csv = kind('text/csv', (lines) => Buffer.from(`${lines.join('\r\n')}\r\n`));
const markdown = kind('text/markdown', (lines) => Buffer.from(`# ${lines.join('\n\n')}\n`));
const html = kind('text/html', ([title = '', ...lines]) =>
  Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</body></html>\n`,
  ),
);
const mail = kind('message/rfc822', ([subject = '', ...lines]) =>
  Buffer.from(
    `From: Nora Linden <nora@linden.example>\r\nTo: office@linden.example\r\nSubject: ${subject}\r\nDate: Tue, 14 Apr 2026 09:12:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${lines.join('\r\n')}\r\n`,
  ),
);
const pdf = kind('application/pdf', pdfFile);
const scan = kind('image/png', scanFile);
const word = kind('application/vnd.openxmlformats-officedocument.wordprocessingml.document', wordFile);
const letter = kind('application/vnd.oasis.opendocument.text', openDocumentText);
const sheet = kind('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', (lines) =>
  spreadsheetFile('Sheet 1', lines.map(cells)),
);

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June'];

const electricity = MONTHS.map((month, index) =>
  pdf(`Electricity ${month} 2026.pdf`, ['bill', 'electricity'], `2026-0${index + 1}-28`, [
    'Tidewater Power Company',
    `Electricity bill for ${month} 2026, customer 40-77812`,
    `Meter reading ${18_240 + index * 215} kWh, used 215 kWh`,
    `Amount due: ${(61.4 + index * 1.3).toFixed(2)} EUR within 14 days`,
  ]),
);

const household: SampleOrganization = {
  name: 'Harbour Street 12',
  tags: [
    { name: 'bill', color: '#D97706', description: 'Something to pay' },
    { name: 'electricity', color: '#FACC15' },
    { name: 'insurance', color: '#2563EB' },
    { name: 'health', color: '#DC2626' },
    { name: 'school', color: '#7C3AED' },
    { name: 'recipe', color: '#16A34A', description: 'To cook again' },
    { name: 'home', color: '#64748B' },
  ],
  documents: [
    ...electricity,
    scan('Dentist receipt.png', ['bill', 'health'], '2026-02-11', [
      'Dr. Ines Marlow, Dentist',
      'Receipt number 2026-0187',
      'Filling, two surfaces   84.50 EUR',
      'Paid in cash, thank you',
    ]),
    scan('Vaccination card.png', ['health'], undefined, [
      'Vaccination record: Tom',
      'Tetanus booster given 3 March 2026',
      'Next booster due 2036',
    ]),
    pdf('Household insurance.pdf', ['insurance', 'home'], '2025-11-02', [
      'Northern Mutual: policy HH-552-093',
      'Household contents insured up to 65,000 EUR',
      'Glass breakage and bicycles are included',
    ]),
    word('Rental agreement.docx', ['home'], '2021-08-01', [
      'Rental agreement for the flat at Harbour Street 12, second floor',
      'The monthly rent is 940 EUR, heating not included.',
      'Notice must be given three months before the end of a quarter.',
    ]),
    letter('Letter to the landlord.odt', ['home'], '2026-01-19', [
      'Dear Mr Osborne,',
      'the radiator in the kitchen has been leaking since Saturday. Please send somebody to mend it.',
      'Kind regards, Hanna and Piet',
    ]),
    sheet('Budget 2026.xlsx', ['home'], undefined, [
      'Item;Month;EUR',
      'Rent;January;940',
      'Groceries;January;512.3',
      'Swimming lessons;January;48',
    ]),
    csv('Bank statement March.csv', ['home'], '2026-03-31', [
      'date;payee;amount',
      '2026-03-02;Greengrocer Lily;-31.20',
      '2026-03-15;Salary;2840.00',
      '2026-03-28;Tidewater Power Company;-64.00',
    ]),
    text('School trip.txt', ['school'], '2026-05-06', [
      'Dear parents,',
      'class 4b goes to the lighthouse on 20 May. Please pack rain clothes and a sandwich.',
      'The bus leaves at 8 sharp.',
    ]),
    html('Timetable 4b.html', ['school'], undefined, [
      'Timetable of class 4b',
      'Monday: mathematics, sports, music',
      'Tuesday: history, English, drawing',
    ]),
    markdown('Marzipan cake.md', ['recipe'], undefined, [
      'Marzipan cake',
      '200 g marzipan, 4 eggs, 120 g flour, the zest of a lemon.',
      'Bake for 45 minutes at 170 degrees and let it cool under a cloth.',
    ]),
    markdown('Lentil soup.md', ['recipe'], undefined, [
      'Lentil soup',
      'Red lentils, carrots, cumin and a spoon of tahini.',
    ]),
    html('Pancakes.html', ['recipe'], undefined, ['Buttermilk pancakes', 'Rest the batter for half an hour.']),
    text('Boiler manual notes.txt', ['home'], undefined, [
      'Boiler Calora 2400: to bleed it, open the valve behind the left panel. Pressure should be 1.5 bar.',
    ]),
    text('Gruesse aus Koeln.txt', [], '2025-12-24', [
      'Liebe Hanna, viele Grüße aus Köln! Das Päckchen ist angekommen, danke für die Plätzchen.',
    ]),
  ],
};

const CUSTOMERS = ['Brook Bakery', 'Studio Heron', 'Quay Books', 'Alder Clinic', 'Mole Cinema', 'Fern Hotel'];

const invoices = CUSTOMERS.map((customer, index) =>
  pdf(`Invoice 2026-0${index + 41} ${customer}.pdf`, ['invoice'], `2026-0${(index % 5) + 1}-15`, [
    'Linden & Partners, Landscape Architects',
    `Invoice 2026-0${index + 41} to ${customer}`,
    `Planting plan and site visits: ${(1800 + index * 245).toFixed(2)} EUR`,
    'Payable within 30 days without deduction',
  ]),
);

const firm: SampleOrganization = {
  name: 'Linden & Partners',
  tags: [
    { name: 'invoice', color: '#0EA5E9', description: 'Ours, to customers' },
    { name: 'receipt', color: '#F97316' },
    { name: 'offer', color: '#22C55E' },
    { name: 'minutes', color: '#A855F7' },
    { name: 'project: river park', color: '#059669' },
  ],
  documents: [
    ...invoices,
    word('Offer river park.docx', ['offer', 'project: river park'], '2026-02-20', [
      'Offer: river park, first section',
      'Willows and alders along the bank, gravel paths, twelve oak benches.',
      'Total 48,600 EUR, valid until the end of May.',
    ]),
    word('Offer roof garden.docx', ['offer'], '2026-03-12', [
      'Offer: roof garden of the Alder Clinic',
      'Sedum, lavender and an irrigation system with rain water.',
    ]),
    letter('Minutes 3 March.odt', ['minutes', 'project: river park'], '2026-03-03', [
      'Present: Nora, Samir, Jule',
      'The town wants a second footbridge. Samir asks the engineer for the load.',
    ]),
    letter('Minutes 17 March.odt', ['minutes'], '2026-03-17', [
      'Present: Nora, Jule',
      'The nursery delivers the hornbeams in the second week of April.',
    ]),
    sheet('Plant list.xlsx', ['project: river park'], undefined, [
      'Plant;Number;Price',
      'Salix alba;24;38.5',
      'Alnus glutinosa;40;29.9',
      'Carex elata;600;2.4',
    ]),
    sheet('Hours April.xlsx', [], '2026-04-30', ['Who;Project;Hours', 'Samir;river park;61.5', 'Jule;roof garden;34']),
    csv('Suppliers.csv', [], undefined, [
      'name;town;goods',
      'Hollow Nursery;Eastwick;trees and hedges',
      'Gravel & Sons;Marlow;gravel, stone',
    ]),
    mail('Footbridge.eml', ['project: river park'], '2026-04-14', [
      'Footbridge',
      'Hello all,',
      'the engineer says the larch beams carry 5 kN per square metre. We can go on.',
      'Nora',
    ]),
    scan('Taxi receipt.png', ['receipt'], '2026-03-04', [
      'Taxi Meridian',
      'Station to river park',
      'Fare 23.80 EUR including tax',
    ]),
    scan('Nursery delivery note.png', ['receipt', 'project: river park'], '2026-04-09', [
      'Hollow Nursery, delivery note 7719',
      '40 hornbeams, root balls',
      'Received in good order',
    ]),
    html('Price list 2026.html', [], '2026-01-01', [
      'Price list 2026',
      'Site visit: 120 EUR an hour. Planting plan: from 900 EUR.',
    ]),
    text('Key handover.txt', [], '2026-02-02', [
      'Keys 4, 7 and 9 were handed over to Jule. Key 7 opens the tool shed.',
    ]),
    markdown('House rules of the office.md', [], undefined, [
      'House rules of the office',
      'The last one out waters the ficus and switches off the plotter.',
    ]),
    pdf('Liability insurance.pdf', [], '2025-12-15', [
      'Northern Mutual: professional liability, policy PL-100-417',
      'Sum insured 2,000,000 EUR for each case',
    ]),
  ],
};

export const SAMPLES: readonly SampleOrganization[] = [household, firm];
