const MOST = 5;

const keyOf = (organizationId: string) => `archivolt.recent-tags.${organizationId}`;

/** Ids of the tags that were last chosen in this browser, the last first; some may be deleted since. */
export function recentTags(organizationId: string): string[] {
  try {
    return (localStorage.getItem(keyOf(organizationId)) ?? '').split(' ').filter(Boolean).slice(0, MOST);
  } catch {
    return [];
  }
}

export function rememberTag(organizationId: string, tagId: string): void {
  const others = recentTags(organizationId).filter((id) => id !== tagId);
  try {
    localStorage.setItem(keyOf(organizationId), [tagId, ...others].slice(0, MOST).join(' '));
  } catch {
    // Then the most used tags are first.
  }
}

/** Tags in the order in which they are likely to be chosen: recent ones, then the most used, then by name. */
export function likeliestFirst<Tag extends { id: string; name: string; documentsCount: number }>(
  tags: readonly Tag[],
  recent: readonly string[],
): Tag[] {
  const rank = new Map(recent.map((id, index) => [id, index]));
  const rankOf = ({ id }: Tag): number => rank.get(id) ?? recent.length;
  return tags.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.documentsCount - a.documentsCount || a.name.localeCompare(b.name),
  );
}
