import { BatchBody, EXAMPLE_FILTER, IsDocumentDate } from '#archive/documents/http';
import { IsBoolean } from 'class-validator';
import { DescribeSchema } from '#ground/http-kit';

@DescribeSchema({ examples: [{ filter: EXAMPLE_FILTER, documentDate: '2026-01-31' }] })
export class BatchDateBody extends BatchBody {
  /** Any date that can be read, of the years 1 to 9999, in UTC unless it names its zone; or null to take it away. */
  @IsDocumentDate() documentDate!: Date | null;
}

@DescribeSchema({ examples: [{ filter: EXAMPLE_FILTER, isInInbox: false }] })
export class BatchInboxBody extends BatchBody {
  /** False confirms the documents, which leave the inbox; true puts them back. */
  @IsBoolean() isInInbox!: boolean;
}
