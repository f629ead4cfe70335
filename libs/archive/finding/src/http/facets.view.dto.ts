import type { Integer } from '#ground/http-kit';

export class TagFacetView {
  tagId!: string;
  name!: string;
  count!: Integer;
}

export class TypeFacetView {
  /** MIME type in lower case. */
  type!: string;
  count!: Integer;
}

export class YearFacetView {
  /** Of the date of the document, in UTC; null: documents without a date. */
  year!: Integer | null;
  count!: Integer;
}

export class ValueFacetView {
  /** The name of the option, or `true` and `false`. */
  label!: string;
  /** Of properties with options. */
  optionId?: string;
  count!: Integer;
}

/** A property with options or boolean values. */
export class PropertyFacetView {
  propertyDefinitionId!: string;
  key!: string;
  name!: string;
  values!: ValueFacetView[];
}

export class FacetsView {
  tags!: TagFacetView[];
  types!: TypeFacetView[];
  years!: YearFacetView[];
  properties!: PropertyFacetView[];
}
