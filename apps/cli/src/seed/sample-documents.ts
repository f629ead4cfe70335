import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

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
  content(): Promise<Buffer>;
}

export interface SampleOrganization {
  name: string;
  tags: SampleTag[];
  documents: SampleDocument[];
}

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.eml': 'message/rfc822',
  '.html': 'text/html',
  '.md': 'text/markdown',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Entry = readonly [file: string, tags: string[], date?: string];

/** The files of a folder in `samples/`. */
function documentsIn(folder: string, entries: readonly Entry[]): SampleDocument[] {
  return entries.map(([name, tags, date]) => ({
    name,
    mimeType: TYPES[extname(name)] ?? 'application/octet-stream',
    tags,
    ...(date === undefined ? {} : { date }),
    content: () => readFile(join(import.meta.dirname, 'samples', folder, name)),
  }));
}

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
  documents: documentsIn('harbour-street-12', [
    ['Electricity January 2026.pdf', ['bill', 'electricity'], '2026-01-28'],
    ['Electricity February 2026.pdf', ['bill', 'electricity'], '2026-02-28'],
    ['Electricity March 2026.pdf', ['bill', 'electricity'], '2026-03-28'],
    ['Electricity April 2026.pdf', ['bill', 'electricity'], '2026-04-28'],
    ['Electricity May 2026.pdf', ['bill', 'electricity'], '2026-05-28'],
    ['Electricity June 2026.pdf', ['bill', 'electricity'], '2026-06-28'],
    ['Dentist receipt.png', ['bill', 'health'], '2026-02-11'],
    ['Vaccination card.png', ['health']],
    ['Household insurance.pdf', ['insurance', 'home'], '2025-11-02'],
    ['Rental agreement.docx', ['home'], '2021-08-01'],
    ['Letter to the landlord.odt', ['home'], '2026-01-19'],
    ['Budget 2026.xlsx', ['home']],
    ['Bank statement March.csv', ['home'], '2026-03-31'],
    ['School trip.txt', ['school'], '2026-05-06'],
    ['Timetable 4b.html', ['school']],
    ['Marzipan cake.md', ['recipe']],
    ['Lentil soup.md', ['recipe']],
    ['Pancakes.html', ['recipe']],
    ['Boiler manual notes.txt', ['home']],
    ['Gruesse aus Koeln.txt', [], '2025-12-24'],
  ]),
};

const firm: SampleOrganization = {
  name: 'Linden & Partners',
  tags: [
    { name: 'invoice', color: '#0EA5E9', description: 'Ours, to customers' },
    { name: 'receipt', color: '#F97316' },
    { name: 'offer', color: '#22C55E' },
    { name: 'minutes', color: '#A855F7' },
    { name: 'project: river park', color: '#059669' },
  ],
  documents: documentsIn('linden-and-partners', [
    ['Invoice 2026-041 Brook Bakery.pdf', ['invoice'], '2026-01-15'],
    ['Invoice 2026-042 Studio Heron.pdf', ['invoice'], '2026-02-15'],
    ['Invoice 2026-043 Quay Books.pdf', ['invoice'], '2026-03-15'],
    ['Invoice 2026-044 Alder Clinic.pdf', ['invoice'], '2026-04-15'],
    ['Invoice 2026-045 Mole Cinema.pdf', ['invoice'], '2026-05-15'],
    ['Invoice 2026-046 Fern Hotel.pdf', ['invoice'], '2026-01-15'],
    ['Offer river park.docx', ['offer', 'project: river park'], '2026-02-20'],
    ['Offer roof garden.docx', ['offer'], '2026-03-12'],
    ['Minutes 3 March.odt', ['minutes', 'project: river park'], '2026-03-03'],
    ['Minutes 17 March.odt', ['minutes'], '2026-03-17'],
    ['Plant list.xlsx', ['project: river park']],
    ['Hours April.xlsx', [], '2026-04-30'],
    ['Suppliers.csv', []],
    ['Footbridge.eml', ['project: river park'], '2026-04-14'],
    ['Taxi receipt.png', ['receipt'], '2026-03-04'],
    ['Nursery delivery note.png', ['receipt', 'project: river park'], '2026-04-09'],
    ['Price list 2026.html', [], '2026-01-01'],
    ['Key handover.txt', [], '2026-02-02'],
    ['House rules of the office.md', []],
    ['Liability insurance.pdf', [], '2025-12-15'],
  ]),
};

export const SAMPLES: readonly SampleOrganization[] = [household, firm];
