import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdfWithFiles, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface Property {
  key: string;
  name: string;
  propertyId?: string;
  value: unknown;
}

interface Finding {
  propertyId: string;
  foundIn: string;
  line: number;
  excerpt: string;
  confidence: number;
}

interface Preview {
  documentsCount: number;
  lookedAtCount: number;
  documents: { documentId: string; values: object[] }[];
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';

const xRechnung = (number: string) => `<?xml version="1.0"?><Invoice xmlns="${UBL}"><ID>${number}</ID>
  <IssueDate>2026-06-01</IssueDate><DueDate>2026-07-01</DueDate><DocumentCurrencyCode>EUR</DocumentCurrencyCode>
  <PaymentMeans><PayeeFinancialAccount><ID>DE89370400440532013000</ID></PayeeFinancialAccount></PaymentMeans>
  <LegalMonetaryTotal><TaxInclusiveAmount currencyID="EUR">119.00</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>`;

describe('amounts and numbers that are found in documents', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const marker = () => `${randomBytes(8).toString('hex')}x`;
  const invoice = (lines: string) => `Example GmbH ${marker()}\n${lines}`;
  const upload = async (content: Buffer | string, name = 'invoice.txt') => {
    const { body } = await api.upload<{ document: { id: string } }>(organizationId, { name, content });
    await app.drain();
    return body.document.id;
  };
  const valuesOf = async (id: string) => {
    const { body } = await api.get<{ document: { customProperties: Property[] } }>(`${base}/documents/${id}`);
    return Object.fromEntries(body.document.customProperties.map(({ key, value }) => [key, value]));
  };
  const findingsOf = async (id: string) =>
    (await api.get<{ findings: Finding[] }>(`${base}/documents/${id}/invoice-details`)).body.findings;
  const definitions = async () =>
    (await api.get<{ propertyDefinitions: { id: string; key: string; type: string }[] }>(`${base}/custom-properties`))
      .body.propertyDefinitions;
  const turn = (isEnabled: boolean) => api.put(`${base}/invoice-details`, { isEnabled });
  const reprocess = async (id: string) => {
    await api.post(`${base}/documents/${id}/reprocess`);
    await app.drain();
  };

  it('nothing is found and no property is made until the organization turns it on', async () => {
    const shown = await api.get<{ invoiceDetails: object }>(`${base}/invoice-details`);
    expect(shown.body.invoiceDetails).toEqual({ isEnabled: false, isAvailable: true });
    const id = await upload(invoice('Rechnungsnummer: 4711'));
    expect(await definitions()).toEqual([]);
    expect(await findingsOf(id)).toEqual([]);
  });

  it('once it is on there are properties, and a new document has its values with where they were found', async () => {
    expect((await turn(true)).status).toBe(204);
    expect((await definitions()).map(({ key, type }) => `${key} ${type}`).sort()).toEqual([
      'amount number',
      'currency text',
      'customernumber text',
      'duedate date',
      'iban text',
      'invoicenumber text',
    ]);
    const id = await upload(
      invoice(
        'Rechnungsnummer: RE-1\nKundennummer: K-77\nGesamtbetrag: 1.190,00 €\nFällig am 01.07.2026\nIBAN DE89 3704 0044 0532 0130 00',
      ),
    );
    expect(await valuesOf(id)).toEqual({
      ...{ amount: 1190, currency: 'EUR', duedate: '2026-07-01T00:00:00.000Z', iban: 'DE89370400440532013000' },
      ...{ invoicenumber: 'RE-1', customernumber: 'K-77' },
    });
    const findings = await findingsOf(id);
    expect(findings).toHaveLength(6);
    const number = (await definitions()).find(({ key }) => key === 'invoicenumber')?.id;
    expect(findings.find(({ propertyId }) => propertyId === number)).toEqual({
      ...{ propertyId: number, foundIn: 'text', line: 2, excerpt: 'Rechnungsnummer: RE-1', confidence: 0.95 },
    });
    const sums = await api.get<{ documents: { id: string }[] }>(`${base}/documents?searchQuery=amount:>1000`);
    expect(sums.body.documents.map((document) => document.id)).toEqual([id]);
  });

  it('an XRechnung and a PDF with the data of its invoice have the exact values, whatever their text says', async () => {
    const exact = { amount: 119, currency: 'EUR', duedate: '2026-07-01T00:00:00.000Z', iban: 'DE89370400440532013000' };
    const xml = await upload(xRechnung(`X-${marker()}`), 'xrechnung.xml');
    expect(await valuesOf(xml)).toMatchObject(exact);
    expect(new Set((await findingsOf(xml)).map(({ foundIn }) => foundIn))).toEqual(new Set(['invoice-data']));
    const pdf = aPdfWithFiles(
      { 'factur-x.xml': Buffer.from(xRechnung('ZF-1')) },
      {
        drawing: textLines([
          `Rechnung ${marker()}`,
          'Gesamtbetrag 999,00 EUR',
          'Kundennummer: 10023',
          'Rechnungsnummer: OTHER-1',
        ]),
      },
    );
    const id = await upload(pdf, 'zugferd.pdf');
    expect(await valuesOf(id)).toMatchObject({ ...exact, invoicenumber: 'ZF-1', customernumber: '10023' });
    const sources = (await findingsOf(id)).map(({ foundIn }) => foundIn);
    expect(sources.filter((each) => each === 'text')).toHaveLength(1);
  });

  it('a value that someone has changed or removed stays so when the document is read again', async () => {
    const id = await upload(invoice('Rechnungsnummer: RE-2\nKundennummer: K-78'));
    const ids = new Map((await definitions()).map(({ id: propertyId, key }) => [key, propertyId]));
    const [number, customer] = [ids.get('invoicenumber') ?? '', ids.get('customernumber') ?? ''];
    await api.put(`${base}/documents/${id}/custom-properties/${number}`, { value: 'MINE' });
    await api.delete(`${base}/documents/${id}/custom-properties/${customer}`);
    expect(await findingsOf(id)).toEqual([]);
    await reprocess(id);
    expect(await valuesOf(id)).toMatchObject({ invoicenumber: 'MINE', customernumber: null });
    expect(await findingsOf(id)).toEqual([]);
  });

  it('details of existing documents are shown, filled in by a task where they are empty, and taken back', async () => {
    await turn(false);
    const id = await upload(invoice('Rechnungsnummer: RE-5\nGesamtbetrag: 20,00 €\nKundennummer: K-80'));
    const pdf = aPdfWithFiles({ 'factur-x.xml': Buffer.from(xRechnung('ZF-5')) }, { drawing: textLines([marker()]) });
    const withData = await upload(pdf, 'zugferd.pdf');
    const empty = await upload(invoice('Nothing is to be found here'));
    await turn(true);
    const ids = new Map((await definitions()).map(({ id: propertyId, key }) => [key, propertyId]));
    const put = (key: string, value: string) =>
      api.put(`${base}/documents/${id}/custom-properties/${ids.get(key)}`, { value });
    await put('customernumber', 'MINE');
    const filter = { documentIds: [id, withData, empty] };
    const batch = <Body>(route: string, headers = {}) =>
      api.post<Body>(`${base}/documents/batch/fill/${route}`, { filter }, headers);

    const { body: preview } = await batch<Preview>('invoice-details/preview');
    expect(preview).toMatchObject({ documentsCount: 3, lookedAtCount: 3 });
    expect(preview.documents.map(({ documentId }) => documentId).sort()).toEqual([id, withData].sort());
    const proposed = preview.documents.find(({ documentId }) => documentId === id)?.values;
    expect(proposed).toEqual([
      expect.objectContaining({ type: 'number', propertyName: 'Amount', before: null, value: '20', line: 3 }),
      expect.objectContaining({ propertyName: 'Currency', value: 'EUR' }),
      expect.objectContaining({ propertyName: 'Invoice number', value: 'RE-5', excerpt: 'Rechnungsnummer: RE-5' }),
    ]);
    expect(await valuesOf(id)).toMatchObject({ amount: null, customernumber: 'MINE' });

    const { body: task } = await batch<{ taskId: string }>('invoice-details', { prefer: 'respond-async' });
    await app.drain();
    expect(await valuesOf(id)).toMatchObject({ amount: 20, invoicenumber: 'RE-5', customernumber: 'MINE' });
    expect(await valuesOf(withData)).toMatchObject({ amount: 119, invoicenumber: 'ZF-5' });
    expect(await findingsOf(id)).toHaveLength(3);
    expect((await findingsOf(withData)).map(({ foundIn }) => foundIn)).toContain('invoice-data');

    await put('invoicenumber', 'OWN');
    await api.post(`${base}/tasks/${task.taskId}/undo`);
    await app.drain();
    expect(await valuesOf(id)).toMatchObject({ amount: null, invoicenumber: 'OWN', customernumber: 'MINE' });
    expect(await valuesOf(withData)).toMatchObject({ amount: null, invoicenumber: null });
    expect((await batch('invoice-details')).status).toBe(204);
    expect(await valuesOf(id)).toMatchObject({ amount: 20, invoicenumber: 'OWN' });
  });

  it('a property that was deleted is not made again, and nothing is found once it is off', async () => {
    const iban = (await definitions()).find(({ key }) => key === 'iban')?.id ?? '';
    await api.delete(`${base}/custom-properties/${iban}`);
    const id = await upload(invoice('Rechnungsnummer: RE-3\nIBAN DE89 3704 0044 0532 0130 00'));
    expect((await definitions()).map(({ key }) => key)).not.toContain('iban');
    expect(await valuesOf(id)).toMatchObject({ invoicenumber: 'RE-3' });
    await turn(false);
    const later = await upload(invoice('Rechnungsnummer: RE-4'));
    expect(await valuesOf(later)).toMatchObject({ invoicenumber: null });
    await api.post(`${base}/documents/batch/fill/invoice-details`, { filter: { documentIds: [later] } });
    expect(await valuesOf(later)).toMatchObject({ invoicenumber: null });
  });
});
