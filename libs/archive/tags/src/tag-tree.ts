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

/** How many levels the tag and all below it have. */
function levelsFrom(tree: TagTree, tagId: string): number {
  const depths = [...tree.keys()].map((id) => pathOf(tree, id).indexOf(tagId) + 1);
  return Math.max(1, ...depths);
}
