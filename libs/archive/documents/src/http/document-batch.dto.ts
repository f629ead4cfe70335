import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsObject,
  IsString,
  MaxLength,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import type { DocumentFilter } from '#archive/documents';
import { DescribeSchema, IsId, IsViewerTimeZone, MayBeAbsent } from '#ground/http-kit';

/** For examples of bodies with a filter. */
export const EXAMPLE_FILTER = { documentIds: ['doc_0mc5t1k8a0q7w2e9r4t6y1u3'] };

/** Which documents are meant: exactly one of the two. */
@DescribeSchema({
  oneOf: [{ required: ['documentIds'] }, { required: ['query'] }],
  examples: [EXAMPLE_FILTER, { query: 'tag:invoices' }],
})
export class BatchFilter {
  /** 1 to 1000 ids. */
  @MayBeAbsent() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(1000) @IsId('doc', { each: true }) documentIds?: string[];
  /** A search, at most 1024 characters; empty means all active documents, and for a restore all in the trash. */
  @MayBeAbsent() @IsString() @MaxLength(1024) query?: string;
  /** The zone in which the days of `created:` begin in `query`: an IANA name; without it, that of the server. */
  @IsViewerTimeZone() timeZone?: string;
}

export function filterOf({ documentIds, query = '', timeZone }: BatchFilter): DocumentFilter {
  if (documentIds !== undefined) return { documentIds };
  return timeZone === undefined ? { query } : { query, timeZone };
}

export class BatchBody {
  @IsDefined() @IsObject() @ValidateNested() @HasOneFilter() @Type(() => BatchFilter) filter!: BatchFilter;
}

function HasOneFilter(): PropertyDecorator {
  return ValidateBy({
    name: 'hasOneFilter',
    validator: {
      validate: (value: unknown) => {
        const { documentIds, query } = (value ?? {}) as Partial<BatchFilter>;
        return (documentIds === undefined) !== (query === undefined);
      },
      defaultMessage: () => 'filter must have either documentIds or query',
    },
  });
}
