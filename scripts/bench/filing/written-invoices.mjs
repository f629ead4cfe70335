import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const RECEIVED = '2026-01-12';

/**
 * Invoices that were written one by one: a line with the language, what it is and what is expected, then the text. Every
 * second one of `invoice-documents.txt` is held out, and all of `invoice-unseen.txt`, which were written after the rules.
 */
export function writtenInvoices() {
  return [
    ...documentsOf('invoice-documents.txt', (index) => index % 2 === 1),
    ...documentsOf('invoice-unseen.txt', () => true),
  ];
}

function documentsOf(file, isHeldOut) {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part, index) => {
      const end = part.indexOf('\n');
      const [language, title, fields] = part
        .slice(0, end)
        .split('|')
        .map((each) => each.trim());
      return {
        ...{ id: `${language}: ${title}`, isHeldOut: isHeldOut(index), isWritten: true, file },
        ...{ received: RECEIVED, name: 'scan.pdf', text: part.slice(end + 1), expected: fieldsOf(fields ?? '') },
      };
    });
}

function fieldsOf(text) {
  const fields = {};
  for (const field of text.split(';')) {
    const [name, value = ''] = field.split(': ').map((each) => each.trim());
    if (value !== '') fields[name] = name === 'amount' ? Number(value) : value;
  }
  return fields;
}
