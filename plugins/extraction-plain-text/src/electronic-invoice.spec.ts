import { describe, expect, it } from '@jest/globals';
import { electronicInvoiceText } from './electronic-invoice.js';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

const ublInvoice = `<?xml version="1.0" encoding="UTF-8"?>
<ubl:Invoice xmlns:ubl="${UBL}:Invoice-2" xmlns:cbc="${UBL}:CommonBasicComponents-2" xmlns:cac="${UBL}:CommonAggregateComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>
  <cbc:ID>R &amp; E 2026-0815</cbc:ID>
  <cbc:IssueDate>2026-11-02</cbc:IssueDate>
  <cbc:DueDate>2026-12-02</cbc:DueDate>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>OLD-1</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity>
    <cbc:RegistrationName>Nordwind GmbH</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyIdentification><cbc:ID schemeID="0088">4012345000009</cbc:ID></cac:PartyIdentification>
    <cac:PartyIdentification><cbc:ID>K-4711</cbc:ID></cac:PartyIdentification></cac:Party></cac:AccountingCustomerParty>
  <cac:PaymentMeans>
    <cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID></cac:PayeeFinancialAccount>
    <cac:PaymentMandate><cac:PayerFinancialAccount><cbc:ID>DE75512108001245126199</cbc:ID></cac:PayerFinancialAccount></cac:PaymentMandate>
  </cac:PaymentMeans>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">119.00</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">69.00</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>
</ubl:Invoice>`;

const cii = (root: string, [document, transaction, agreement, settlement, summation]: readonly string[]): string => `
<rsm:${root} xmlns:rsm="${CII}" xmlns:ram="urn:ram" xmlns:udt="urn:udt">
  <rsm:${document}><ram:ID>ZF-77</ram:ID>
    <ram:IssueDateTime><udt:DateTimeString format="102">20261102</udt:DateTimeString></ram:IssueDateTime></rsm:${document}>
  <rsm:${transaction}>
    <ram:IncludedSupplyChainTradeLineItem><ram:ID>1</ram:ID></ram:IncludedSupplyChainTradeLineItem>
    <ram:${agreement}><ram:SellerTradeParty><ram:Name>Nordwind GmbH</ram:Name></ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:ID>10023</ram:ID><ram:Name>Ada Example</ram:Name></ram:BuyerTradeParty></ram:${agreement}>
    <ram:${settlement}><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementPaymentMeans>
        <ram:PayerPartyDebtorFinancialAccount><ram:IBANID>DE75512108001245126199</ram:IBANID></ram:PayerPartyDebtorFinancialAccount>
        <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>
      </ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20261202</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:${summation}><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount>
        <ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>119.00</ram:DuePayableAmount></ram:${summation}>
    </ram:${settlement}>
  </rsm:${transaction}>
</rsm:${root}>`;

const OF_CII = `Electronic invoice
Invoice number (BT-1): ZF-77
Invoice date (BT-2): 2026-11-02
Currency (BT-5): EUR
Due date (BT-9): 2026-12-02
Seller (BT-27): Nordwind GmbH
Buyer (BT-44): Ada Example
Customer number (BT-46): 10023
Account of the seller (BT-84): DE89370400440532013000
Total with taxes (BT-112): 119.00
Amount due (BT-115): 119.00`;

describe('the values of an electronic invoice', () => {
  it('an XRechnung in UBL shows its terms, and neither the account of the payer nor the identifier of a scheme', () => {
    expect(electronicInvoiceText(ublInvoice)).toBe(`Electronic invoice
Invoice number (BT-1): R & E 2026-0815
Invoice date (BT-2): 2026-11-02
Currency (BT-5): EUR
Due date (BT-9): 2026-12-02
Seller (BT-27): Nordwind GmbH
Customer number (BT-46): K-4711
Account of the seller (BT-84): DE89370400440532013000
Total with taxes (BT-112): 119.00
Amount due (BT-115): 69.00`);
  });

  it('a credit note in UBL shows the day of its payment', () => {
    const xml = `<CreditNote xmlns="${UBL}:CreditNote-2"><ID>G-1</ID><PaymentMeans><PaymentDueDate>2026-12-02+01:00</PaymentDueDate></PaymentMeans></CreditNote>`;
    expect(electronicInvoiceText(xml)).toBe(
      'Electronic invoice\nInvoice number (BT-1): G-1\nDue date (BT-9): 2026-12-02',
    );
  });

  it.each([
    [
      'a CII invoice, as in Factur-X and ZUGFeRD 2',
      'CrossIndustryInvoice',
      [
        'ExchangedDocument',
        'SupplyChainTradeTransaction',
        'ApplicableHeaderTradeAgreement',
        'ApplicableHeaderTradeSettlement',
        'SpecifiedTradeSettlementHeaderMonetarySummation',
      ],
    ],
    [
      'an invoice of ZUGFeRD 1',
      'CrossIndustryDocument',
      [
        'HeaderExchangedDocument',
        'SpecifiedSupplyChainTradeTransaction',
        'ApplicableSupplyChainTradeAgreement',
        'ApplicableSupplyChainTradeSettlement',
        'SpecifiedTradeSettlementMonetarySummation',
      ],
    ],
  ])('%s shows its terms', (_, root, names) => {
    expect(electronicInvoiceText(cii(root, names))).toBe(OF_CII);
  });

  it('amounts and days that are none are left out, and entities that the file declares are not expanded', () => {
    const xml = `<!DOCTYPE Invoice [<!ENTITY x "12">]><Invoice xmlns="${UBL}:Invoice-2"><ID>A&x;</ID><DueDate>soon</DueDate>
      <LegalMonetaryTotal><TaxInclusiveAmount>1,00</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>`;
    expect(electronicInvoiceText(xml)).toBe('Electronic invoice\nInvoice number (BT-1): A&x;');
  });

  it.each([
    ['another XML file', '<a><ID>1</ID></a>'],
    ['an invoice without any term', `<Invoice xmlns="${UBL}:Invoice-2"></Invoice>`],
  ])('%s has none', (_, xml) => {
    expect(electronicInvoiceText(xml)).toBeUndefined();
  });

  it('elements that are not closed and those that are too deep have no effect on others', () => {
    const deep = '<a>'.repeat(50) + '<ID>no</ID>' + '</a>'.repeat(50);
    const xml = `<Invoice xmlns="${UBL}:Invoice-2">${deep}<ID>yes</ID></Invoice>`;
    expect(electronicInvoiceText(xml)).toBe('Electronic invoice\nInvoice number (BT-1): yes');
  });
});
