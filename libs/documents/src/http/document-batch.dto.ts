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
import type { DocumentFilter } from '#libs/documents';
import { DescribeSchema, IsId, MayBeAbsent } from '#libs/http-kit';

const AT_LEAST_ONE = { type: 'array', minItems: 1, items: { type: 'string' } };
const EXAMPLE_FILTER = { documentIds: ['doc_0mc5t1k8a0q7w2e9r4t6y1u3'] };

/** Which documents are meant: exactly one of the two. */
@DescribeSchema({
  oneOf: [{ required: ['documentIds'] }, { required: ['query'] }],
  examples: [EXAMPLE_FILTER, { query: 'tag:invoices' }],
})
export class BatchFilter {
  /** 1 to 1000 ids. */
  @MayBeAbsent() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(1000) @IsId('doc', { each: true }) documentIds?: string[];
  /** A search, at most 1024 characters; empty means all active documents. */
  @MayBeAbsent() @IsString() @MaxLength(1024) query?: string;
}

export function filterOf({ documentIds, query = '' }: BatchFilter): DocumentFilter {
  return documentIds === undefined ? { query } : { documentIds };
}

export class BatchBody {
  @IsDefined() @IsObject() @ValidateNested() @HasOneFilter() @Type(() => BatchFilter) filter!: BatchFilter;
}

@DescribeSchema({
  anyOf: [
    { required: ['addTagIds'], properties: { addTagIds: AT_LEAST_ONE } },
    { required: ['removeTagIds'], properties: { removeTagIds: AT_LEAST_ONE } },
  ],
  examples: [
    {
      filter: EXAMPLE_FILTER,
      addTagIds: ['tag_0mc5t1k8a0q7w2e9r4t6y1u3'],
      removeTagIds: ['tag_0mc5t1k8b1q7w2e9r4t6y1u3'],
    },
  ],
})
export class BatchTagsBody extends BatchBody {
  /** At most 50 tags to add; none of them may be among those to take off. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(50)
  @IsId('tag', { each: true })
  @SharesNothingWithRemoved()
  addTagIds?: string[];
  /** At most 50 tags to take off. At least one tag must be given in all. */
  @MayBeAbsent() @IsArray() @ArrayMaxSize(50) @IsId('tag', { each: true }) removeTagIds?: string[];
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

function SharesNothingWithRemoved(): PropertyDecorator {
  return ValidateBy({
    name: 'sharesNothingWithRemoved',
    validator: {
      validate: (value: unknown, args) => {
        const removed: unknown = (args?.object as BatchTagsBody | undefined)?.removeTagIds;
        if (!Array.isArray(value) || !Array.isArray(removed)) return true;
        const ids = new Set(removed);
        return !value.some((id) => ids.has(id));
      },
      defaultMessage: () => 'addTagIds and removeTagIds must not share a tag',
    },
  });
}
