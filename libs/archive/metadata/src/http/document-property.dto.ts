import { ValidateBy } from 'class-validator';
import { DocumentParams } from '#archive/documents/http';
import { DescribeSchema, IsId, OrganizationParams } from '#ground/http-kit';

export class DocumentPropertyParams extends DocumentParams {
  @IsId('cpd') propertyDefinitionId!: string;
}

export class PropertyUsageParams extends OrganizationParams {
  @IsId('cpd') propertyDefinitionId!: string;
}

@DescribeSchema({ required: ['value'] })
export class SetPropertyBody {
  /**
   * By the type of the property: a text of at most 10000 characters, a finite number, a date that can be read or
   * milliseconds since 1970, a boolean, the id of an option, or a list of at most 500 ids of options, members or
   * documents. One member or document may be given as its id alone. An empty list removes the value. All values of one
   * document may have at most 200000 characters together; an option, member or document counts as 300.
   */
  @IsGiven() value!: boolean | number | string | string[];
}

/** Of any type, but not missing: the type depends on the property. */
function IsGiven(): PropertyDecorator {
  return ValidateBy({
    name: 'isGiven',
    validator: {
      validate: (value: unknown) => value !== undefined,
      defaultMessage: (args) => `${args?.property ?? 'value'} is missing`,
    },
  });
}
