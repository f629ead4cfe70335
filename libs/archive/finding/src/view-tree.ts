import { ParentViewNotFound, ParentViewPrivate, ViewInsideItself, ViewsTooDeep } from './document-views.errors.js';

const MAX_DEPTH = 10;

export interface ViewPlace {
  id: string;
  parentId: string | null;
  position: number;
}

export interface ViewNode extends ViewPlace {
  /** The only user who sees it; null when it is shared. */
  privateTo: string | null;
}

/**
 * The views of an organization as a tree. A shared view is never below a private one, so a user who sees a view sees all
 * views above it.
 */
export class ViewTree {
  readonly #nodes = new Map<string, ViewNode>();
  readonly #before: ReadonlyMap<string, ViewPlace>;

  /** `userId`: who changes it; null for the server itself, which sees shared views only. */
  constructor(
    nodes: readonly ViewNode[],
    private readonly userId: string | null,
  ) {
    for (const node of nodes) this.#nodes.set(node.id, { ...node });
    this.#before = new Map(nodes.map((node) => [node.id, { ...node }]));
  }

  /** Returns how many views the user sees. */
  get visibleCount(): number {
    return [...this.#nodes.values()].filter((node) => this.#sees(node)).length;
  }

  get sharedCount(): number {
    return [...this.#nodes.values()].filter(({ privateTo }) => privateTo === null).length;
  }

  /** Returns the parent for a new place; throws when the user does not see it. */
  parent(parentId: string | null): ViewNode | null {
    if (parentId === null) return null;
    const parent = this.#nodes.get(parentId);
    if (!parent || !this.#sees(parent)) throw ParentViewNotFound();
    return parent;
  }

  /**
   * Puts a new or present view below `parentId`, at this index among the views there that the user sees; without an index,
   * or with a larger one, it is the last.
   */
  put(view: Omit<ViewNode, 'position'>, index = Infinity): void {
    const parent = this.parent(view.parentId);
    if (parent && parent.privateTo !== null && view.privateTo === null) throw ParentViewPrivate();
    if (this.#isAtOrBelow(parent, view.id)) throw ViewInsideItself();
    const node = { ...view, position: 0 };
    if (this.#depthOf(parent) + this.#heightOf(node) > MAX_DEPTH) throw ViewsTooDeep();
    const siblings = this.#childrenOf(view.parentId).filter(({ id }) => id !== view.id);
    const next = siblings.filter((sibling) => this.#sees(sibling))[index];
    this.#nodes.set(view.id, node);
    siblings.splice(next ? siblings.indexOf(next) : siblings.length, 0, node);
    number(siblings);
  }

  /** Moves the views directly below this one to its place, so that they take part in the order of its siblings. */
  release(id: string, isReleased: (child: ViewNode) => boolean = () => true): void {
    const view = this.#nodes.get(id);
    if (!view) return;
    const released = this.#childrenOf(id).filter(isReleased);
    const siblings = this.#childrenOf(view.parentId);
    for (const child of released) child.parentId = view.parentId;
    siblings.splice(siblings.indexOf(view) + 1, 0, ...released);
    number(siblings);
  }

  /** The views whose place has changed, other than the given one. */
  moved(exceptId: string): ViewPlace[] {
    return [...this.#nodes.values()].filter((node) => {
      const before = this.#before.get(node.id);
      return node.id !== exceptId && (before?.parentId !== node.parentId || before.position !== node.position);
    });
  }

  /** The ids of the views that have another parent now, other than the given one. */
  reparented(exceptId: string): string[] {
    const moved = this.moved(exceptId).filter(({ id, parentId }) => this.#before.get(id)?.parentId !== parentId);
    return moved.map(({ id }) => id);
  }

  /** The stored position of a view. */
  positionOf(id: string): number {
    return this.#nodes.get(id)?.position ?? 0;
  }

  #sees({ privateTo }: ViewNode): boolean {
    return privateTo === null || privateTo === this.userId;
  }

  #childrenOf(parentId: string | null): ViewNode[] {
    return [...this.#nodes.values()]
      .filter((node) => node.parentId === parentId)
      .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  }

  #parentOf({ parentId }: ViewNode): ViewNode | null {
    return parentId === null ? null : (this.#nodes.get(parentId) ?? null);
  }

  #isAtOrBelow(view: ViewNode | null, id: string): boolean {
    for (let above = view; above; above = this.#parentOf(above)) if (above.id === id) return true;
    return false;
  }

  #depthOf(view: ViewNode | null): number {
    let depth = 0;
    for (let above = view; above; above = this.#parentOf(above)) depth += 1;
    return depth;
  }

  /** Returns how many levels this view and the views below it take. */
  #heightOf({ id }: ViewNode): number {
    let height = 1;
    for (const node of this.#nodes.values()) {
      let levels = 1;
      for (let above: ViewNode | null = node; above && above.id !== id; above = this.#parentOf(above)) levels += 1;
      if (this.#isAtOrBelow(node, id)) height = Math.max(height, levels);
    }
    return height;
  }
}

function number(siblings: readonly ViewNode[]): void {
  for (const [position, sibling] of siblings.entries()) sibling.position = position;
}
