import type { SearchGroups, SearchRequest } from '../../src/search/search-backend.js';
import { matchesOf } from './evaluate-tree.js';
import type { SeededDocument } from './seeded-document.js';

const MOST_GROUPS = 20;

/** The expected result of `countGroups`, computed by evaluating every document. */
export function evaluateGroups(documents: readonly SeededDocument[], request: SearchRequest): SearchGroups {
  const matches = matchesOf(documents, request);
  const yearOf = ({ documentDate }: SeededDocument) => documentDate?.getUTCFullYear();
  const undated = matches.filter((document) => yearOf(document) === undefined).length;
  const years = mostFrequent(
    matches.flatMap((document) => yearOf(document) ?? []),
    (a, b) => a - b,
  );
  return {
    tags: mostFrequent(
      matches.flatMap(({ tagIds }) => [...new Set(tagIds)]),
      byBytes,
    ).map(([tagId, count]) => ({ tagId, count })),
    mimeTypes: mostFrequent(
      matches.map(({ mimeType }) => mimeType),
      byBytes,
    ).map(([mimeType, count]) => ({ mimeType, count })),
    years: [
      ...years.map(([year, count]) => ({ year, count })),
      ...(undated > 0 ? [{ year: null, count: undated }] : []),
    ],
    properties: countProperties(matches),
  };
}

function countProperties(matches: readonly SeededDocument[]): SearchGroups['properties'] {
  const values = matches.flatMap(({ properties }) => properties);
  const propertyIds = [...new Set(values.map(({ propertyId }) => propertyId))].sort(byBytes);
  return propertyIds.flatMap((propertyId) => {
    const ofProperty = values.filter((value) => value.propertyId === propertyId);
    const options = mostFrequent(
      ofProperty.flatMap((value) => (value.type === 'option' ? [...new Set(value.optionIds)] : [])),
      byBytes,
    );
    const booleans = mostFrequent(
      ofProperty.flatMap((value) => (value.type === 'boolean' ? value.boolean : [])),
      (a, b) => Number(a) - Number(b),
    );
    return [
      ...options.map(([optionId, count]) => ({ propertyId, optionId, count })),
      ...booleans.map(([boolean, count]) => ({ propertyId, boolean, count })),
    ];
  });
}

/** Pairs of a group and its number of members. */
function mostFrequent<Group>(members: readonly Group[], compare: (a: Group, b: Group) => number): [Group, number][] {
  const counts = new Map<Group, number>();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || compare(a, b)).slice(0, MOST_GROUPS);
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
