import { IsId, MayBeAbsent, OrganizationParams, PageQuery, type DateTime } from '#ground/http-kit';
import type { RuleRun } from '#automation/tagging-rules';

export class RuleRunParams extends OrganizationParams {
  @IsId('trn') runId!: string;
}

export class ListRuleRunsQuery extends PageQuery {
  /** Only runs over this document. */
  @MayBeAbsent() @IsId('doc') documentId?: string;
  /** Only runs in which this rule matched. */
  @MayBeAbsent() @IsId('tr') taggingRuleId?: string;
}

export class RanRuleView {
  id!: string;
  /** The name of the rule at the time of the run. */
  name!: string;
}

export class RunChangeView {
  kind!: 'documentDate' | 'name' | 'property' | 'tag';
  /** For the kind `tag`: the added tag; `before` is false, `after` is true. */
  tagId!: string | null;
  /** For the kind `property`: the property. */
  propertyDefinitionId!: string | null;
  /** The value as in a request that sets it; null when there was none. */
  before!: boolean | number | string | string[] | null;
  after!: boolean | number | string | string[] | null;
}

export class RuleRunView {
  id!: string;
  createdAt!: DateTime;
  documentId!: string;
  /** The name that it has now. */
  documentName!: string;
  /** The rules that matched. */
  rules!: RanRuleView[];
  changes!: RunChangeView[];
  undoneAt!: DateTime | null;
}

export function ruleRunView({
  id,
  createdAt,
  documentId,
  documentName,
  rules,
  difference,
  undoneAt,
}: RuleRun): RuleRunView {
  return {
    ...{ id, documentId, documentName, rules },
    createdAt: createdAt.toISOString(),
    changes: changeViews(difference),
    undoneAt: undoneAt?.toISOString() ?? null,
  };
}

export function changeViews({ tags, properties, documentDate, name }: RuleRun['difference']): RunChangeView[] {
  const none = { tagId: null, propertyDefinitionId: null };
  return [
    ...tags.added.map((tagId) => ({ ...none, kind: 'tag' as const, tagId, before: false, after: true })),
    ...properties.map(({ propertyId, before, after }) => ({
      ...{ ...none, kind: 'property' as const, propertyDefinitionId: propertyId, before, after },
    })),
    ...(documentDate ? [{ ...none, kind: 'documentDate' as const, ...documentDate }] : []),
    ...(name ? [{ ...none, kind: 'name' as const, ...name }] : []),
  ];
}
