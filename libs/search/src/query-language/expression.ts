import type { SearchTree } from '@archivolt/plugin-kit';

export type QueryOperator = '<' | '<=' | '=' | '>' | '>=';

/** A condition as it was typed: understood as far as possible without looking anything up. */
export type QueryLeaf =
  | Extract<SearchTree, { kind: 'all' | 'date' | 'has' | 'nothing' | 'text' }>
  /** `name` is in lower case; it may also be the id of a tag. */
  | { kind: 'tag'; name: string }
  /** A field that is not built in: a custom property once a resolver knows it. */
  | { kind: 'field'; field: string; operator: QueryOperator; value: string }
  | { kind: 'hasField'; field: string };

export type QueryExpression = Logic<QueryLeaf>;

export type Logic<Leaf> =
  | Leaf
  | { kind: 'and'; children: Logic<Leaf>[] }
  | { kind: 'or'; children: Logic<Leaf>[] }
  | { kind: 'not'; child: Logic<Leaf> };

interface Kinded {
  kind: string;
}

/**
 * The same condition in its shortest form: no group in a group of its kind, no group of one, no equal siblings, no
 * double negation, no constant inside.
 */
export function simplify<Leaf extends Kinded>(node: Logic<Leaf>): Logic<Leaf> {
  if (isNot(node)) return negate(simplify(node.child));
  if (!isGroup(node)) return node;
  const dominant = node.kind === 'and' ? 'nothing' : 'all';
  const neutral = node.kind === 'and' ? 'all' : 'nothing';
  const children = new Map<string, Logic<Leaf>>();
  for (const child of node.children.map((each) => simplify(each))) {
    for (const part of isGroup(child) && child.kind === node.kind ? child.children : [child]) {
      if (part.kind === dominant) return part;
      if (part.kind !== neutral) children.set(JSON.stringify(part), part);
    }
  }
  const [only, ...others] = children.values();
  if (only === undefined) return { kind: neutral } as Logic<Leaf>;
  return others.length === 0 ? only : { kind: node.kind, children: [only, ...others] };
}

function negate<Leaf extends Kinded>(node: Logic<Leaf>): Logic<Leaf> {
  if (isNot(node)) return node.child;
  if (node.kind === 'all') return { kind: 'nothing' } as Logic<Leaf>;
  if (node.kind === 'nothing') return { kind: 'all' } as Logic<Leaf>;
  return { kind: 'not', child: node };
}

function isNot<Leaf extends Kinded>(node: Logic<Leaf>): node is { kind: 'not'; child: Logic<Leaf> } {
  return node.kind === 'not';
}

export function isGroup<Leaf extends Kinded>(
  node: Logic<Leaf>,
): node is { kind: 'and'; children: Logic<Leaf>[] } | { kind: 'or'; children: Logic<Leaf>[] } {
  return node.kind === 'and' || node.kind === 'or';
}
