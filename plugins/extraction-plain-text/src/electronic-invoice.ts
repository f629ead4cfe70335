import { Tokenizer } from 'htmlparser2';

/** Both syntaxes of EN 16931, and ZUGFeRD 1, by the namespaces that their files name at their beginning. */
const CII = /urn:(?:un:unece:uncefact:data:standard:CrossIndustryInvoice|ferd:CrossIndustryDocument)/;
const UBL = /urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2/;
const HEAD_LENGTH = 10_000;
/** Elements that are deeper hold nothing that is looked for. */
const MOST_DEPTH = 12;
const LONGEST_VALUE = 300;
/** A term may be there for several payments. */
const MOST_VALUES = 20;

interface Term {
  /** The number of the business term in EN 16931. */
  number: number;
  name: string;
  paths: readonly string[];
  /** Missing: a text. */
  kind?: 'amount' | 'day' | 'number';
}

const PARTY = 'AccountingSupplierParty/Party';
const CUSTOMER = 'AccountingCustomerParty/Party';
/** The paths below the root of CII begin with the names of ZUGFeRD 1 left out; see `shortened`. */
const TERMS: readonly Term[] = [
  { number: 1, name: 'Invoice number', paths: ['ID', 'Document/ID'] },
  { number: 2, name: 'Invoice date', paths: ['IssueDate', 'Document/IssueDateTime/DateTimeString'], kind: 'day' },
  { number: 5, name: 'Currency', paths: ['DocumentCurrencyCode', 'Transaction/Settlement/InvoiceCurrencyCode'] },
  {
    number: 9,
    name: 'Due date',
    paths: [
      'DueDate',
      'PaymentMeans/PaymentDueDate',
      'Transaction/Settlement/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString',
    ],
    kind: 'day',
  },
  {
    number: 27,
    name: 'Seller',
    paths: [`${PARTY}/PartyLegalEntity/RegistrationName`, 'Transaction/Agreement/SellerTradeParty/Name'],
  },
  {
    number: 44,
    name: 'Buyer',
    paths: [`${CUSTOMER}/PartyLegalEntity/RegistrationName`, 'Transaction/Agreement/BuyerTradeParty/Name'],
  },
  {
    number: 46,
    name: 'Customer number',
    paths: [`${CUSTOMER}/PartyIdentification/ID`, 'Transaction/Agreement/BuyerTradeParty/ID'],
    kind: 'number',
  },
  {
    number: 84,
    name: 'Account of the seller',
    paths: [
      'PaymentMeans/PayeeFinancialAccount/ID',
      'Transaction/Settlement/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID',
    ],
  },
  {
    number: 112,
    name: 'Total with taxes',
    paths: ['LegalMonetaryTotal/TaxInclusiveAmount', 'Transaction/Settlement/MonetarySummation/GrandTotalAmount'],
    kind: 'amount',
  },
  {
    number: 115,
    name: 'Amount due',
    paths: ['LegalMonetaryTotal/PayableAmount', 'Transaction/Settlement/MonetarySummation/DuePayableAmount'],
    kind: 'amount',
  },
];
const TERM_OF = new Map(TERMS.flatMap((term) => term.paths.map((path) => [path, term] as const)));

/**
 * The values of an electronic invoice (XRechnung, and the XML in ZUGFeRD and Factur-X), one on each line with its term in
 * EN 16931: `Invoice number (BT-1): R-4711`. Days are `YYYY-MM-DD`, amounts have a point. Undefined for other files.
 */
export function electronicInvoiceText(xml: string): string | undefined {
  const head = xml.slice(0, HEAD_LENGTH);
  if (!CII.test(head) && !UBL.test(head)) return undefined;
  const values = valuesOf(xml);
  const lines = TERMS.flatMap(({ number, name, kind }) =>
    (values.get(number) ?? []).flatMap((value) => {
      const shown = shownValue(value, kind);
      return shown === '' ? [] : [`${name} (BT-${number}): ${shown}`];
    }),
  );
  return lines.length === 0 ? undefined : ['Electronic invoice', ...lines].join('\n');
}

function valuesOf(xml: string): Map<number, string[]> {
  const values = new Map<number, string[]>();
  const path: string[] = [];
  let depth = 0;
  let term: Term | undefined;
  let text = '';
  let attribute = '';
  const add = (part: string): void => {
    if (term && text.length < LONGEST_VALUE) text += part.slice(0, LONGEST_VALUE);
  };
  const close = (): void => {
    if (term && depth === path.length + 1) {
      const present = values.get(term.number) ?? [];
      const value = text.replaceAll(/\s+/g, ' ').trim();
      if (value !== '' && present.length < MOST_VALUES) values.set(term.number, [...present, value]);
      term = undefined;
    }
    if (depth === path.length + 1) path.pop();
    depth = Math.max(0, depth - 1);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: true },
    {
      ontext: (start, end) => add(xml.slice(start, end)),
      ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
      oncdata: (start, end, bracketsLength) => add(xml.slice(start, end - bracketsLength)),
      onopentagname: (start, end) => {
        // The root is depth 0, and no part of a path.
        if (depth > 0 && depth === path.length + 1 && depth <= MOST_DEPTH)
          path.push(shortened(localName(xml.slice(start, end))));
        depth += 1;
        term = depth === path.length + 1 ? TERM_OF.get(path.join('/')) : undefined;
        text = '';
      },
      onattribname: (start, end) => {
        attribute = localName(xml.slice(start, end));
        // An identifier of a scheme, such as a GLN, is not the number that the seller has given the customer.
        if (attribute === 'schemeID' && term?.kind === 'number') term = undefined;
      },
      onselfclosingtag: close,
      onclosetag: close,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
  return values;
}

function ignore(): void {
  // only elements and their text are looked at
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Versions of CII name the same groups differently: `ApplicableHeaderTradeSettlement`, `ApplicableSupplyChainTradeSettlement`. */
const SHORT_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:Header)?ExchangedDocument$/, 'Document'],
  [/^(?:Specified)?SupplyChainTradeTransaction$/, 'Transaction'],
  [/^Applicable(?:Header|SupplyChain)Trade(Agreement|Settlement)$/, '$1'],
  [/^SpecifiedTradeSettlement(?:Header)?MonetarySummation$/, 'MonetarySummation'],
];

function shortened(name: string): string {
  for (const [expression, short] of SHORT_NAMES) if (expression.test(name)) return name.replace(expression, short);
  return name;
}

function shownValue(value: string, kind: Term['kind']): string {
  if (kind === 'day') return dayOf(value);
  if (kind === 'amount') return /^[+-]?\d{1,15}(?:\.\d{1,10})?$/.test(value) ? value.replace('+', '') : '';
  return value.slice(0, LONGEST_VALUE);
}

/** CII has `20261214`, UBL has `2026-12-14`, both possibly with a time zone behind. */
function dayOf(value: string): string {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(value) ?? [];
  return year === undefined ? '' : `${year}-${month}-${day}`;
}
