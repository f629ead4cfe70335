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
  /** The year of the document's date, in UTC; null: documents without a date. */
  year!: Integer | null;
  count!: Integer;
}

export class ValueFacetView {
  /** The name of the option, or `true` and `false`. */
  label!: string;
  /** The option, for properties with options. */
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
