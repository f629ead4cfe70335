// Further queries over the archive of a household, of the kinds that are found by forms of words and parts of numbers:
// harder ones than those of `judged-archive.mjs`, and no part of its figures.
import { item, judgedDocuments, where } from './judged-archive.mjs';

export function heldOutQueries() {
  const kinds = {
    'other forms': otherForms(),
    'last part in another form': lastParts(),
    'part of a number': partsOfNumbers(),
    'joined word': joinedWords(),
    'year of the date': yearsOfDates(),
    'typing error': typingErrors(),
    'several at once': severalAtOnce(),
  };
  return Object.entries(kinds).flatMap(([kind, queries]) => queries.map((query) => ({ ...query, kind })));
}

function otherForms() {
  return [
    item('dental policies medika', { type: 'policy', kind: 'dental' }),
    item('travel insurances policie', { type: 'policy', kind: 'travel' }),
    item('dishwasher warrantie', { type: 'warranty', thing: 'dishwasher' }),
    item('cameras warranties', { type: 'warranty', thing: 'camera' }),
    item('kitchens loans', { type: 'loan' }),
    item('employments probations', { type: 'employment' }),
    item('legal claims', { type: 'claim', kind: 'legal' }),
    item('exhausts repaired moser', { type: 'repair', part: 'exhaust' }),
    item('cancelling hotels kyoto', { type: 'hotel', city: 'Kyoto' }),
    item('vaccinated ada', { type: 'vaccination', person: 'Ada' }),
    item('inspections 2025 car', { type: 'inspection', year: 2025 }),
    item('kündigunge', { type: 'Kündigung' }),
    item('bestätigungen kündigung', { type: 'Kündigung' }),
    item('mieten garagen müllerstraße', { type: 'Miete' }),
    item('steuerbescheide 2021', { type: 'Steuer', year: 2021 }),
    item('nebenkostenabrechnungen 2023', { type: 'Nebenkosten', year: 2023 }),
    item('mietverträgen', { type: 'Miete' }),
    item('fitnessstudios', { type: 'Kündigung' }),
  ];
}

function lastParts() {
  return [
    item('rechnungen zählerstand 2021', { type: 'Strom', year: 2021 }),
    item('verträge müllerstraße', { type: 'Miete' }),
    item('straßen garage mietvertrag', { type: 'Miete' }),
    item('studios kündigung', { type: 'Kündigung' }),
    item('abrechnungen heizung 2020', { type: 'Nebenkosten', year: 2020 }),
    item('kosten müllabfuhr 2022', { type: 'Nebenkosten', year: 2022 }),
  ];
}

function partsOfNumbers() {
  const wanted = [
    { type: 'handover' },
    { type: 'tax', year: 2024 },
    { type: 'claim', kind: 'dental' },
    { type: 'Kündigung' },
    { type: 'car purchase' },
    { type: 'flight', city: 'Oslo' },
  ];
  const documents = judgedDocuments();
  return wanted.flatMap((facts) => {
    const { reference } = documents.find(where(facts));
    const digits = reference.slice(3, 8);
    const end = reference.slice(9);
    return [
      item(`${digits}${end}`, facts), // without letters and separators
      item(`${digits}/${end}`, facts),
      item(`${digits} ${end}`, facts),
      item(`${digits.slice(1)}${end}`, facts), // the end of the joined number
      item(`reference ${digits.slice(1)}`, facts),
      item(`rx${digits}`, facts),
      item(`rx-${digits.slice(0, 4)}`, facts),
      item(`00${digits}`, facts), // filled up
    ];
  });
}

/** The documents have the parts as words of their own, unless the word is in their name. */
function joinedWords() {
  return [
    item('steuerbescheid 2024', { type: 'Steuer', year: 2024 }),
    item('steuerbetrag finanzamt 2021', { type: 'Steuer', year: 2021 }),
    item('heizungsabrechnung 2021', { type: 'Nebenkosten', year: 2021 }),
    item('wasserabrechnung 2019', { type: 'Nebenkosten', year: 2019 }),
    item('garagenmiete', { type: 'Miete' }),
    item('vertragsende', { type: 'Kündigung' }),
    item('kündigungsbestätigung', { type: 'Kündigung' }),
  ];
}

function yearsOfDates() {
  return [
    item('bicycle invoice 2021', { type: 'purchase', thing: 'bicycle' }),
    item('coffee machine warranty 2019', { type: 'warranty', thing: 'coffee machine' }),
    item('tyres garage 2021', { type: 'repair', part: 'tyres' }),
    item('clutch 2022', { type: 'repair', part: 'clutch' }),
    item('loan kitchen 2020', { type: 'loan' }),
    item('handover lindenweg 2019', { type: 'handover' }),
    item('mietvertrag 2022', { type: 'Miete' }),
    item('kündigung 2023', { type: 'Kündigung' }),
    item('satisfaction 2024', { type: 'certificate' }),
    item('boarding oslo 2020', { type: 'flight', city: 'Oslo' }),
    item('breakfast naples 2022', { type: 'hotel', city: 'Naples' }),
    item('habsal policy 2019', { type: 'policy', kind: 'household' }),
  ];
}

function typingErrors() {
  return [
    item('landlrd increase 2021', { type: 'increase', year: 2021 }),
    item('probaton', { type: 'employment' }),
    item('kitchn loan', { type: 'loan' }),
    item('windscren repair', { type: 'repair', part: 'windscreen' }),
    item('brekfast lisbon', { type: 'hotel', city: 'Lisbon' }),
    item('certificat of employent', { type: 'certificate' }),
    item('fitnesstudio', { type: 'Kündigung' }),
    item('muellerstrase garage', { type: 'Miete' }),
    item('nebenkostn 2020', { type: 'Nebenkosten', year: 2020 }),
    item('measels clara', { type: 'vaccination', person: 'Clara' }),
    item('laborotory bruno 2022', { type: 'lab', person: 'Bruno', year: 2022 }),
    item('mathmatics ada 2019', { type: 'school', person: 'Ada', year: 2019 }),
  ];
}

function severalAtOnce() {
  return [
    item('bycicle warranties', { type: 'warranty', thing: 'bicycle' }),
    item('laptpo invoice 2020', { type: 'purchase', thing: 'laptop' }),
    item('stromrechnugen 2023', { type: 'Strom', year: 2023 }),
    item('cluch moser 2022', { type: 'repair', part: 'clutch' }),
    item('kündigungn fitnesstudio', { type: 'Kündigung' }),
    item('dishwashers invoyce', { type: 'purchase', thing: 'dishwasher' }),
  ];
}
