import { IsBoolean } from 'class-validator';
import type { StoredFinding } from '#automation/invoice-details';
import type { Integer } from '#ground/http-kit';

export class InvoiceDetailsSettingBody {
  @IsBoolean() isEnabled!: boolean;
}

export class InvoiceDetailsSettingView {
  /** Whether the properties of documents are filled that come in or are read again. */
  isEnabled!: boolean;
  /** False: the server has turned it off for all organizations (`DOCUMENTS_INVOICE_DETAILS_ENABLED`). */
  isAvailable!: boolean;
}

/** Where the value of a property was found. */
export class InvoiceDetailFindingView {
  propertyId!: string;
  /** `invoice-data`: in the data of an electronic invoice, which has it exactly. */
  foundIn!: 'invoice-data' | 'text';
  /** The line of the text, from 1. */
  line!: Integer;
  /** The line, or its part around the value. */
  excerpt!: string;
  /** How sure the value is, from 0 to 1. */
  confidence!: number;
}

export function detailFindingView({ value: _, ...finding }: StoredFinding): InvoiceDetailFindingView {
  return finding;
}
