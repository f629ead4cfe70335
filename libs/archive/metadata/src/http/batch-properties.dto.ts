import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateBy, ValidateNested } from 'class-validator';
import { BatchBody, EXAMPLE_FILTER } from '#archive/documents/http';
import { DescribeSchema, IsId, MayBeAbsent } from '#ground/http-kit';
import { SetPropertyBody } from './document-property.dto.js';

const PROPERTY_ID = 'cpd_0mc5t1k8a0q7w2e9r4t6y1u3';
const atLeastOne = (type: 'object' | 'string') => ({
  type: 'array',
  minItems: 1,
  items: type === 'object' ? { type, additionalProperties: true } : { type },
});

/** A custom property and its new value. */
export class PropertyToSet extends SetPropertyBody {
  @IsId('cpd') propertyDefinitionId!: string;
}

@DescribeSchema({
  anyOf: [
    { required: ['set'], properties: { set: atLeastOne('object') } },
    { required: ['clear'], properties: { clear: atLeastOne('string') } },
  ],
  examples: [{ filter: EXAMPLE_FILTER, set: [{ propertyDefinitionId: PROPERTY_ID, value: 42 }] }],
})
export class BatchPropertiesBody extends BatchBody {
  /** At most 50 values; each property once, and none that is in `clear`. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(50)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @NamesEachPropertyOnce()
  @Type(() => PropertyToSet)
  set?: PropertyToSet[];
  /** At most 50 properties whose values are removed. At least one property must be given in all. */
  @MayBeAbsent() @IsArray() @ArrayMaxSize(50) @IsId('cpd', { each: true }) clear?: string[];
}

function NamesEachPropertyOnce(): PropertyDecorator {
  return ValidateBy({
    name: 'namesEachPropertyOnce',
    validator: {
      validate: (value: unknown, args) => {
        const cleared: unknown = (args?.object as BatchPropertiesBody | undefined)?.clear;
        if (!Array.isArray(value)) return true;
        const ids = value.map((one: Partial<PropertyToSet> | null) => one?.propertyDefinitionId);
        const others = new Set<unknown>(Array.isArray(cleared) ? cleared : []);
        return new Set(ids).size === ids.length && !ids.some((id) => others.has(id));
      },
      defaultMessage: () => 'set must name each property once, and none that is in clear',
    },
  });
}
