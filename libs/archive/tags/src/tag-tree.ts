import { TagInItself, TagParentNotFound, TagTooDeep } from './tags.errors.js';

/** Levels of tags, the highest included. */
export const MOST_LEVELS = 5;

/** The tag above each tag of an organization. */
export type TagTree = ReadonlyMap<string, string | null>;

/** Throws unless the tag, which may be new, can be below `parentId` with all that is below it. */
export function assertPlace(tree: TagTree, parentId: string, tagId?: string): void {
  if (!tree.has(parentId)) throw TagParentNotFound();
  const above = pathOf(tree, parentId);
  if (tagId !== undefined && above.includes(tagId)) throw TagInItself();
  const below = tagId === undefined ? 1 : levelsFrom(tree, tagId);
  if (above.length + below > MOST_LEVELS) throw TagTooDeep();
}

/** The tag and all above it, the tag first. */
export function pathOf(tree: TagTree, tagId: string): string[] {
  const path: string[] = [];
  for (let id: string | null = tagId; id !== null && !path.includes(id); id = tree.get(id) ?? null) path.push(id);
  return path;
}

/**
 * The tags right below a tag that must not go below the one that it is merged into: those above that one, and those that
 * would be too deep there.
 */
export function thoseLeftOut(tree: TagTree, { tagId, intoTagId }: { tagId: string; intoTagId: string }): string[] {
  const path = pathOf(tree, intoTagId);
  // The merged tag is deleted: what was below it has nothing above it.
  const above = path.includes(tagId) ? path.slice(0, path.indexOf(tagId)) : path;
  const levels = new Map<string, number>();
  for (const id of tree.keys()) {
    const ofTag = pathOf(tree, id);
    const at = ofTag.indexOf(tagId);
    const child = ofTag[at - 1];
    if (child !== undefined) levels.set(child, Math.max(levels.get(child) ?? 0, at));
  }
  return [...levels].flatMap(([id, count]) => (path.includes(id) || above.length + count > MOST_LEVELS ? [id] : []));
}

/** How many levels the tag and all below it have. */
function levelsFrom(tree: TagTree, tagId: string): number {
  let levels = 1;
  for (const id of tree.keys()) levels = Math.max(levels, pathOf(tree, id).indexOf(tagId) + 1);
  return levels;
}
