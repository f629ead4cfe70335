import { ArrayMaxSize, IsArray, ValidateBy } from 'class-validator';
import { BatchBody, DocumentParams, EXAMPLE_FILTER } from '#archive/documents/http';
import { DescribeSchema, IsId, MayBeAbsent } from '#ground/http-kit';

const AT_LEAST_ONE = { type: 'array', minItems: 1, items: { type: 'string' } };

export class DocumentTagParams extends DocumentParams {
  @IsId('tag') tagId!: string;
}

export class AddTagBody {
  @IsId('tag') tagId!: string;
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
