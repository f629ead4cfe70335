import type { PropertyDifference, TagDifference } from '#archive/metadata';

export const CHANGE_KINDS = ['property', 'documentDate', 'name'] as const;
/** The value of a change of the date that means the day on which the document came in. */
export const UPLOAD_DATE = 'upload-date';

/** Something other than tags that a rule sets. */
export type RuleChange =
  | { kind: 'documentDate'; value: string }
  | { kind: 'name'; value: string }
  | { kind: 'property'; propertyDefinitionId: string; value: unknown };

/** What one or several rules do to a document. */
export interface RuleEffects {
  tagIds: readonly string[];
  set: readonly { propertyId: string; value: unknown }[];
  documentDate: string | undefined;
  /** A template. */
  name: string | undefined;
}

/** What rules have changed in one document; plain JSON, with all that is needed to take it back. */
export interface RuleDifference {
  tags: TagDifference;
  properties: Omit<PropertyDifference, 'documentId'>[];
  /** ISO 8601 in UTC. */
  documentDate?: { before: string | null; after: string | null };
  name?: { before: string; after: string };
}

/** Returns the effects of several rules; the first rule wins where they set the same. */
export function effectsOf(
  rules: readonly { tagIds: readonly string[]; changes?: readonly RuleChange[] | undefined }[],
): RuleEffects {
  const set = new Map<string, { propertyId: string; value: unknown }>();
  let documentDate: string | undefined;
  let name: string | undefined;
  for (const change of rules.flatMap(({ changes = [] }) => changes)) {
    if (change.kind === 'documentDate') documentDate ??= change.value;
    else if (change.kind === 'name') name ??= change.value;
    else if (!set.has(change.propertyDefinitionId)) {
      const { propertyDefinitionId: propertyId, value } = change;
      set.set(propertyId, { propertyId, value });
    }
  }
  return { tagIds: [...new Set(rules.flatMap(({ tagIds }) => tagIds))], set: [...set.values()], documentDate, name };
}

/** True when a document may change in other ways than by getting tags. */
export function changesMore({ set, documentDate, name }: RuleEffects): boolean {
  return set.length > 0 || documentDate !== undefined || name !== undefined;
}

/** Single changes in one document at most. */
export function changesOf({ tagIds, set, documentDate, name }: RuleEffects): number {
  return tagIds.length + set.length + (documentDate === undefined ? 0 : 1) + (name === undefined ? 0 : 1);
}
