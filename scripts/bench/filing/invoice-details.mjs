import { partsOf } from '#automation/date-detection';
import { detectDetails } from '#automation/invoice-details';
import { invoiceSet } from './invoice-set.mjs';
import { printTable } from './print-table.mjs';
import { writtenInvoices } from './written-invoices.mjs';

const MOST_WRONG = 0.03;
const REPEATS = 5;
const NAMES = {
  amount: 'amount',
  currency: 'currency',
  dueDate: 'due_date',
  iban: 'iban',
  invoiceNumber: 'invoice_number',
  customerNumber: 'customer_number',
};

/** Prints how many values are right, wrong and left empty. Returns whether few enough are wrong. */
export function measureInvoiceDetails(half, shown) {
  const documents = [...invoiceSet(), ...writtenInvoices()].filter(
    ({ isHeldOut }) => half === 'all' || isHeldOut === (half === 'held-out'),
  );
  const results = documents.flatMap(judged);
  console.log(`\namounts and numbers of ${documents.length} documents, half: ${half}`);
  printTable([
    ['', 'values', 'right', 'wrong', 'left empty', 'none there and none found'],
    row('all', results),
    ...Object.keys(NAMES).map((field) =>
      row(
        field,
        results.filter((each) => each.field === field),
      ),
    ),
    row(
      'made texts',
      results.filter(({ isWritten }) => !isWritten),
    ),
    row(
      'written one by one',
      results.filter(({ isWritten }) => isWritten),
    ),
    ...(half === 'development'
      ? []
      : [
          row(
            'of these after the rules',
            results.filter(({ file }) => file === 'invoice-unseen.txt'),
          ),
        ]),
  ]);
  for (const verdict of ['wrong', 'empty']) {
    const of = results.filter((each) => each.verdict === verdict);
    console.log(`\n${verdict}: ${of.length}`);
    for (const { id, field, expected, found } of of.slice(0, shown))
      console.log(
        `  ${id}: ${field} expected ${expected ?? 'none'}, found ${found?.value ?? 'none'} in ` +
          `${JSON.stringify(found?.excerpt ?? '')} (${found?.confidence ?? 0})`,
      );
  }
  const started = performance.now();
  for (let each = 0; each < REPEATS; each += 1)
    for (const { text, ...document } of documents) detectDetails(partsOf(text), document);
  console.log(`\n${((performance.now() - started) / REPEATS / documents.length).toFixed(3)} ms for each document`);
  return results.filter(({ verdict }) => verdict === 'wrong').length <= MOST_WRONG * results.length;
}

function judged({ text, expected, id, file, isWritten = false, ...document }) {
  const details = detectDetails(partsOf(text), document);
  return Object.entries(NAMES).map(([field, name]) => {
    const [wanted, found] = [expected[field] ?? null, details[name]];
    const value = found?.value ?? null;
    const isRight = typeof wanted === 'number' ? wanted === value : same(wanted) === same(value);
    const verdict = isRight ? (wanted === null ? 'none' : 'right') : value === null ? 'empty' : 'wrong';
    return { id, field, file, isWritten, expected: wanted, found, verdict };
  });
}

const same = (value) => (value === null ? null : String(value).replaceAll(/\s/g, '').toLowerCase());

/** Shares are those of the values that are there or were found. */
function row(name, of) {
  const count = (verdict) => of.filter((each) => each.verdict === verdict).length;
  const values = of.length - count('none');
  const cell = (verdict) => `${count(verdict)} (${((100 * count(verdict)) / values).toFixed(1)} %)`;
  return [name, String(values), cell('right'), cell('wrong'), cell('empty'), String(count('none'))];
}
