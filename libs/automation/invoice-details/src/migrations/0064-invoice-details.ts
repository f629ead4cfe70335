import type { Migration } from '#ground/database';

/** Which organizations have details of invoices found, and where each value was found. */
export const invoiceDetails: Migration = {
  name: '0064-invoice-details',
  up: `
    create table invoice_details_setting (
      organization_id text collate "C" primary key references organization on delete cascade,
      is_enabled boolean not null
    );
    create table invoice_detail_finding (
      document_id text collate "C" not null references document on delete cascade,
      property_id text collate "C" not null references custom_property on delete cascade,
      value jsonb not null,
      found_in text collate "C" not null,
      line integer not null,
      excerpt text not null,
      confidence real not null,
      primary key (document_id, property_id)
    );
    create index invoice_detail_finding_property on invoice_detail_finding (property_id);
  `,
  down: `
    drop table invoice_detail_finding;
    drop table invoice_details_setting;
  `,
};
