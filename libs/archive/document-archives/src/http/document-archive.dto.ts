import { IsBoolean } from 'class-validator';
import { BatchBody, EXAMPLE_FILTER } from '#archive/documents/http';
import { DescribeSchema, IsId, MayBeAbsent, OrganizationParams } from '#ground/http-kit';

@DescribeSchema({
  examples: [{ filter: EXAMPLE_FILTER }, { filter: { query: 'tag:invoices' }, prefersPrepared: true }],
})
export class RequestArchiveBody extends BatchBody {
  /**
   * True to have the archive prepared in the background, as `Prefer: respond-async` does; false to have it made while it is
   * sent. Without it, more than 10,000 documents or 10 GB are prepared (the limits are settings of the server).
   */
  @MayBeAbsent() @IsBoolean() prefersPrepared?: boolean;
}

export class DocumentArchiveParams extends OrganizationParams {
  @IsId('arc') archiveId!: string;
}
