import type { Integer } from '#ground/http-kit';

export class OptionUsageView {
  optionId!: string;
  documentsCount!: Integer;
}

/** Documents in the trash count, too: a deletion takes their values away as well. */
export class PropertyUsageView {
  documentsCount!: Integer;
  /** The usage of every option that a document has. */
  options!: OptionUsageView[];
}
